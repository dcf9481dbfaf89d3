// The writing lane of the embedded database: everything that waits goes into one transaction, each unit in its own
// savepoint, and is answered after the commit. One sync of the disk then serves them all.
import { Fault, type FaultCode } from "../domain/fault.ts";
import { forgetShapes } from "../storage/apps.ts";
import { forgetCandidates } from "../storage/checks.ts";
import { isDiskError, isUnavailable, type SqliteWriter } from "../storage/sqlite.ts";
import { type ActionName, type Input, runAction } from "./catalogue.ts";
import type { Limits } from "./unit.ts";

/** A unit on its way to the lane. */
export type Order = [id: number, name: ActionName, input: unknown, now: number];

/** What became of it: the output, or a fault; `detail` of an unforeseen error is for the log only. */
export type Answer =
  | [id: number, ok: true, output: unknown]
  | [id: number, ok: false, fault: { code: FaultCode; message: string; detail?: string }];

/** Runs the orders in one transaction. `broken` means that the connection must not be used any more. */
export async function runBatch(
  writer: SqliteWriter,
  limits: Limits,
  orders: readonly Order[],
): Promise<{ answers: Answer[]; broken: boolean }> {
  try {
    writer.begin();
    const answers: Answer[] = [];
    for (const order of orders) answers.push(await runUnit(writer, limits, order));
    writer.commit();
    return { answers, broken: false };
  } catch (error) {
    forgetShapes();
    forgetCandidates();
    // The transaction is gone, and with it the units that had gone well: none of them happened.
    return { answers: orders.map(([id]) => refused(id, error)), broken: !rolledBack(writer) || isDiskError(error) };
  }
}

async function runUnit(writer: SqliteWriter, limits: Limits, [id, name, input, now]: Order): Promise<Answer> {
  writer.savepoint();
  try {
    const output = await runAction({ tx: writer, now, limits }, name, input as Input<typeof name>);
    writer.release();
    return [id, true, output];
  } catch (error) {
    // A full or failing disk may have ended the whole transaction.
    if (!writer.inTransaction || isDiskError(error)) throw error;
    writer.rollbackToSavepoint();
    return refused(id, error);
  }
}

function rolledBack(writer: SqliteWriter): boolean {
  try {
    writer.rollback();
    return true;
  } catch {
    return false;
  }
}

function refused(id: number, error: unknown): Answer {
  if (error instanceof Fault) return [id, false, { code: error.code, message: error.message }];
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
