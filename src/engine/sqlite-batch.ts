// A batch of writes on the embedded database: everything that waits goes into one transaction, each unit in its own
// savepoint, and is answered after the commit. One sync of the disk then serves them all.

import type { ActionSettings } from "../actions/unit-of-work.ts";
import { Fault, type FaultCode } from "../domain/fault.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import type { SqliteWriter } from "../storage/database/sqlite.ts";
import { isDiskError, isUnavailable } from "../storage/database/sqlite-errors.ts";
import { flushWrites } from "../storage/flush-writes.ts";
import { flushAudit } from "../storage/workspace/audit-log.ts";
import { actionOf } from "./catalogue.ts";
import { openUnit } from "./open-unit.ts";

/** A unit of work on its way to the writer. */
export type WriteJob = [id: number, action: string, input: unknown, now: number, by?: Author];

/** What became of a job: the output, or a fault; `detail` of an unforeseen error is for the log only. */
export type Answer =
  | [id: number, ok: true, output: unknown]
  | [id: number, ok: false, fault: { code: FaultCode; message: string; detail?: string; retryAfter?: number }];

export interface WriteBatch {
  answers: Answer[];
  /** The connection must not be used any more. */
  broken: boolean;
}

/** The outcome of rewriting the file: null, or what went wrong. */
export interface Rebuilt {
  rebuilt: string | null;
}

/** Runs the jobs in one transaction. */
export async function runBatch(
  writer: SqliteWriter,
  settings: ActionSettings,
  jobs: readonly WriteJob[],
): Promise<WriteBatch> {
  try {
    try {
      return { answers: await runTogether(writer, settings, jobs, runPlain), broken: false };
    } catch (error) {
      if (!(error instanceof LeftTraces)) throw error;
      undo(writer);
      return { answers: await runTogether(writer, settings, jobs, runInSavepoint), broken: false };
    }
  } catch (error) {
    // The transaction is gone, and with it the units that had gone well: none of them happened.
    return { answers: jobs.map(([id]) => refused(id, error)), broken: !undo(writer) || isDiskError(error) };
  }
}

type RunUnit = (writer: SqliteWriter, settings: ActionSettings, job: WriteJob) => Promise<Answer>;

async function runTogether(
  writer: SqliteWriter,
  settings: ActionSettings,
  jobs: readonly WriteJob[],
  run: RunUnit,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  writer.begin();
  for (const job of jobs) answers.push(await run(writer, settings, job));
  flushWrites(writer);
  await flushAudit(writer);
  writer.commit();
  writer.cache.clear();
  return answers;
}

/** A unit failed after it had written something: the batch must start again, its units kept apart. */
class LeftTraces extends Error {}

/** Most units that fail do so before they write anything, and leave nothing to undo: they need no savepoint. */
async function runPlain(
  writer: SqliteWriter,
  settings: ActionSettings,
  [id, name, input, now, by]: WriteJob,
): Promise<Answer> {
  const before = writer.writes;
  try {
    return [id, true, await actionOf(name).run(openUnit(writer, now, settings, by), input as never)];
  } catch (error) {
    if (!writer.inTransaction || isDiskError(error)) throw error;
    if (writer.writes !== before) throw new LeftTraces();
    return refused(id, error);
  }
}

async function runInSavepoint(
  writer: SqliteWriter,
  settings: ActionSettings,
  [id, name, input, now, by]: WriteJob,
): Promise<Answer> {
  writer.savepoint();
  // A unit that fails must leave the write cache as it found it.
  const before = writer.cache.copy();
  try {
    const output = await actionOf(name).run(openUnit(writer, now, settings, by), input as never);
    writer.release();
    return [id, true, output];
  } catch (error) {
    // A full or failing disk may have ended the whole transaction.
    if (!writer.inTransaction || isDiskError(error)) throw error;
    writer.rollbackToSavepoint();
    writer.cache = before;
    return refused(id, error);
  }
}

/** Takes the whole transaction back; false if even that fails. */
function undo(writer: SqliteWriter): boolean {
  writer.cache.clear();
  try {
    writer.rollback();
    return true;
  } catch {
    return false;
  }
}

function refused(id: number, error: unknown): Answer {
  if (error instanceof Fault) {
    const { code, message, retryAfter } = error;
    return [id, false, { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }];
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isUnavailable(error)) {
    return [
      id,
      false,
      { code: "unavailable", message: "The database can't be written to now. Try again in a moment.", detail },
    ];
  }
  return [id, false, { code: "internal", message: "unforeseen error", detail }];
}
