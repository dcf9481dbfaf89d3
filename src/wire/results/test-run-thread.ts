// The thread that reads one test run, so that nobody waits for it.
import { parentPort, workerData } from "node:worker_threads";
import { runInBackground } from "../../lib/async/background-thread.ts";
import { RunDesk, type RunFormat, type Told } from "./test-run-parser.ts";

runInBackground();
const desk = new RunDesk((workerData as { format: RunFormat }).format);
parentPort!.on("message", (told: Told) => parentPort!.postMessage(desk.hear(told)));
