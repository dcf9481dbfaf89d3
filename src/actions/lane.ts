// The writing lane of the embedded database: everything that waits goes into one transaction, each unit in its own
// savepoint, and is answered after the commit. One sync of the disk then serves them all.
import { Fault, type FaultCode } from "../domain/fault.ts";
import { flushApps, forgetShapes } from "../storage/apps.ts";
import { forgetChecks } from "../storage/checks.ts";
import { flushTallies } from "../storage/sections.ts";
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
  writer.held.clear();
  try {
    writer.begin();
    const answers: Answer[] = [];
    for (const order of orders) answers.push(await runUnit(writer, limits, order));
    flushApps(writer);
    flushTallies(writer);
    writer.commit();
    return { answers, broken: false };
  } catch (error) {
    forgetShapes();
    forgetChecks();
    // The transaction is gone, and with it the units that had gone well: none of them happened.
    return { answers: orders.map(([id]) => refused(id, error)), broken: !rolledBack(writer) || isDiskError(error) };
  }
}

async function runUnit(writer: SqliteWriter, limits: Limits, [id, name, input, now]: Order): Promise<Answer> {
  writer.savepoint();
  // A unit that fails must leave what is in hand as it found it; entries are replaced, never changed.
  const held = copyOf(writer.held);
  try {
    const output = await runAction({ tx: writer, now, limits }, name, input as Input<typeof name>);
    writer.release();
    return [id, true, output];
  } catch (error) {
    // A full or failing disk may have ended the whole transaction.
    if (!writer.inTransaction || isDiskError(error)) throw error;
    writer.rollbackToSavepoint();
    writer.held = held;
    return refused(id, error);
  }
}

function copyOf(held: SqliteWriter["held"]): SqliteWriter["held"] {
  return new Map([...held].map(([id, entry]) => [id, { ...entry }]));
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
