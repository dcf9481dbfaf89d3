// The thread that reads one test run, so that nobody waits for it.
import { parentPort, workerData } from "node:worker_threads";
import { runInBackground } from "../../lib/background-thread.ts";
import { RunDesk, type RunFormat, type Told } from "./run-desk.ts";

runInBackground();
const desk = new RunDesk((workerData as { format: RunFormat }).format);
parentPort!.on("message", (told: Told) => parentPort!.postMessage(desk.hear(told)));
