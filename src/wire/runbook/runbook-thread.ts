// The thread that reads one large runbook, so that nobody waits for it.
import { parentPort, workerData } from "node:worker_threads";
import { runInBackground } from "../../lib/async/background-thread.ts";
import { readRunbook } from "./read-runbook.ts";
import type { AskedReading } from "./runbook-format.ts";

runInBackground();
const { bytes, asked } = workerData as { bytes: Uint8Array; asked: AskedReading };
parentPort!.postMessage(readRunbook(bytes, asked));
