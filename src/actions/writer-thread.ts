// The thread that owns the writing connection of the embedded database.
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { openSqliteWriter } from "../storage/sqlite.ts";
import { type Order, runBatch } from "./lane.ts";
import type { Limits } from "./unit.ts";

const port = parentPort!;
const { file, limits } = workerData as { file: string; limits: Limits };
const writer = openSqliteWriter(file);
let running = false;
let closing = false;
const waiting: Order[] = [];

port.on("message", (message: Order[] | "close") => {
  accept(message);
  if (!running) void runWaiting();
});
port.postMessage("ready");

async function runWaiting(): Promise<void> {
  running = true;
  acceptArrived();
  while (waiting.length > 0) {
    const { answers, broken } = await runBatch(writer, limits, waiting.splice(0));
    port.postMessage(answers);
    // A fresh thread opens the file anew; the main thread starts it when this one ends.
    if (broken) process.exit(1);
    acceptArrived();
  }
  running = false;
  if (!closing) return;
  writer.close();
  process.exit(0);
}

/** Takes what has arrived meanwhile, without waiting for a turn of the event loop. */
function acceptArrived(): void {
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) accept(more.message);
}

function accept(message: Order[] | "close"): void {
  if (message === "close") closing = true;
  else waiting.push(...message);
}
