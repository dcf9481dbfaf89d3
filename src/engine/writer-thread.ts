// The thread that owns the writing connection of the embedded database. It is sent one batch at a time.
import { parentPort, workerData } from "node:worker_threads";
import type { ActionSettings } from "../actions/unit-of-work.ts";
import { openSqliteWriter } from "../storage/database/sqlite.ts";
import { isDiskError } from "../storage/database/sqlite-errors.ts";
import { REBUILD_INDEX } from "../storage/issues/search-index.ts";
import { type Rebuilt, runBatch, type WriteJob } from "./sqlite-batch.ts";

const port = parentPort!;
const { file, settings } = workerData as { file: string; settings: ActionSettings };
const writer = openSqliteWriter(file);
checkpoint(() => writer.checkpoint());

port.on("message", (message: WriteJob[] | "close" | "rebuild") => {
  if (message === "close") {
    writer.close();
    process.exit(0);
  }
  if (message === "rebuild") {
    port.postMessage(rebuild());
    return;
  }
  void run(message);
});
port.postMessage("ready");

/** Writes the database file anew, with its search index, so that nothing deleted is left in it. Gives what went wrong, if anything did. */
function rebuild(): Rebuilt {
  try {
    writer.rebuild(REBUILD_INDEX);
    return { rebuilt: null };
  } catch (error) {
    return { rebuilt: (error as Error).message };
  }
}

async function run(jobs: WriteJob[]): Promise<void> {
  const batch = await runBatch(writer, settings, jobs);
  port.postMessage(batch);
  // A fresh thread opens the file anew; the main thread starts it when this one ends.
  if (batch.broken) process.exit(1);
  checkpoint(() => writer.checkpointIfDue());
}

/** If it fails nothing is lost: what was committed is in the log, and the next checkpoint takes it along. */
function checkpoint(take: () => void): void {
  try {
    take();
  } catch (error) {
    if (isDiskError(error)) process.exit(1);
  }
}
