// The thread that owns the writing connection of the embedded database.
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { openSqliteWriter } from "../storage/sqlite.ts";
import { type Order, runBatch } from "./lane.ts";
import type { Limits } from "./unit.ts";

const port = parentPort!;
const { file, limits } = workerData as { file: string; limits: Limits };
const writer = openSqliteWriter(file);
let running = false;
const waiting: Order[] = [];

port.on("message", (orders: Order[]) => {
  waiting.push(...orders);
  if (!running) void runWaiting();
});
port.postMessage("ready");

async function runWaiting(): Promise<void> {
  running = true;
  while (waiting.length > 0) {
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) waiting.push(...more.message);
    const { answers, broken } = await runBatch(writer, limits, waiting.splice(0));
    port.postMessage(answers);
    // A fresh thread opens the file anew; the main thread starts it when this one ends.
    if (broken) process.exit(1);
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) waiting.push(...more.message);
  }
  running = false;
}
