// What a fault is: something done to the product again and again, and the sentence that must hold all the while.
import type { OwnPostgres } from "../../test/support/database/restartable-postgres.ts";
import type { DatabaseKind } from "../../test/support/server/test-server.ts";
import type { ScratchDatabase } from "./scratch-database.ts";

export interface Trial {
  scratch: ScratchDatabase;
  rounds: number;
  /** The server behind the scratch database, for faults that are done to it. */
  postgres: OwnPostgres | null;
  /** The invariant was broken. */
  report(problem: string): void;
  /** So many rounds are done. */
  progress(done: number): void;
}

export interface ChaosFault {
  name: string;
  /** What is done, and what must hold: both stand in the table. */
  does: string;
  invariant: string;
  /** Of a whole run, for each database that it can be done on. */
  rounds: Partial<Record<DatabaseKind, number>>;
  /** Also where the fault is done to the embedded database. */
  needsPostgres?: boolean;
  /** What this machine lacks for it, and how to get it. */
  lacks?(): string | null;
  /** Gives what happened, in figures. */
  run(trial: Trial): Promise<string>;
}
