// A thread that reads what takes long, on a connection of its own, one thing at a time and each as of one moment.
import { parentPort, workerData } from "node:worker_threads";
import { Fault, type FaultCode } from "../../domain/fault.ts";
import { runInBackground } from "../../lib/async/background-thread.ts";
import type { SnapshotReader } from "../../storage/database/database.ts";
import { openSqliteSnapshots } from "../../storage/database/sqlite.ts";
import { isUnavailable } from "../../storage/database/sqlite-errors.ts";
import { type HeavyInput, type HeavyRead, runHeavyRead } from "./heavy-reads.ts";

/** Where to read: a file of the embedded database, or the address of a PostgreSQL, and of its replica if there is one. */
export type ReadFrom = { file: string } | { url: string; replicaUrl: string | null };

export interface AskedRead {
  name: HeavyRead;
  input: unknown;
}

export type ReadAnswer = { output: unknown } | { fault: { code: FaultCode; message: string } } | { error: Error };

runInBackground();
const port = parentPort!;
const opened = open(workerData as ReadFrom);

port.on("message", (asked: AskedRead | "close") => {
  if (asked === "close") void opened.then((reader) => reader.close()).finally(() => process.exit(0));
  else void answer(asked);
});

async function answer({ name, input }: AskedRead): Promise<void> {
  try {
    const reader = await opened;
    const output = await reader.snapshot((db) => runHeavyRead(db, name, input as HeavyInput<typeof name>));
    port.postMessage({ output } satisfies ReadAnswer, ownMemory(output));
  } catch (error) {
    port.postMessage(refused(error));
  }
}

/** Memory that is handed over with an answer: that of bytes which have it to themselves. */
function ownMemory(output: unknown): ArrayBuffer[] {
  const isOwn = output instanceof Uint8Array && output.byteLength === output.buffer.byteLength;
  return isOwn ? [output.buffer as ArrayBuffer] : [];
}

function refused(error: unknown): ReadAnswer {
  if (error instanceof Fault) return { fault: { code: error.code, message: error.message } };
  if (isUnavailable(error)) {
    return { fault: { code: "unavailable", message: "The database can't be read now. Try again in a moment." } };
  }
  return { error: error as Error };
}

async function open(from: ReadFrom): Promise<SnapshotReader> {
  if ("file" in from) return openSqliteSnapshots(from.file);
  const { openPostgresSnapshots } = await import("../../storage/database/postgres-snapshots.ts");
  return openPostgresSnapshots(from.url, from.replicaUrl);
}
