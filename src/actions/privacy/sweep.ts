// What every step of an erasure has in common: it goes through some rows of a table, and says behind which one to go on.
import type { Erasure, ErasureProgress, ErasureSubject } from "../../domain/privacy/erasure.ts";
import type { Forgotten } from "../../domain/privacy/redaction.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Goes through some rows behind a given one. */
export type SweepTable = (sweep: Sweep, table: string, after: ErasureProgress["after"]) => Promise<Swept>;

export interface Sweep {
  unit: UnitOfWork;
  erasure: Erasure;
  /** The erasure's subject; names that are found are added to it. */
  subject: ErasureSubject;
  forgotten: Forgotten;
}

export interface Swept {
  /** The row behind which to continue; null if there is none. */
  after: ErasureProgress["after"];
  changed: number;
}

/** Rows that are read at once. Deliveries may hold a megabyte each. */
const AT_ONCE: Readonly<Record<string, number>> = { delivery: 20, idempotency: 100 };
const USUALLY_AT_ONCE = 500;

export function rowsAtOnce(table: string): number {
  return AT_ONCE[table] ?? USUALLY_AT_ONCE;
}
