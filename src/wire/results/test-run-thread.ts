// The thread that reads one test run, so that nobody waits for it.
import { parentPort, workerData } from "node:worker_threads";
import { runInBackground } from "../../lib/async/background-thread.ts";
import type { RunFormat } from "./reports/report-formats.ts";
import { type ParserCommand, TestRunParser } from "./test-run-parser.ts";

runInBackground();
const parser = new TestRunParser((workerData as { format: RunFormat | null }).format);
parentPort!.on("message", (command: ParserCommand) => parentPort!.postMessage(parser.handle(command)));
