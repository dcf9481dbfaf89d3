// What a fault is: something done to the product again and again, and the sentence that must hold all the while.
import type { OwnPostgres } from "../../test/support/database/restartable-postgres.ts";
import type { DatabaseKind } from "../../test/support/server/test-server.ts";
import type { ScratchDatabase } from "./scratch-database.ts";

export interface Trial {
  scratch: ScratchDatabase;
  rounds: number;
  /** The server behind the scratch database, for faults that are done to it. */
  postgres: OwnPostgres | null;
  /** Reports that the invariant was broken. */
  report(problem: string): void;
  /** Says how many rounds are done. */
  progress(done: number): void;
}

export interface ChaosFault {
  name: string;
  /** The fault and what must hold in spite of it, for the table. */
  does: string;
  invariant: string;
  /** Rounds of a whole run, for each database that it can be done on. */
  rounds: Partial<Record<DatabaseKind, number>>;
  /** Whether PostgreSQL is needed even for the embedded database's fault. */
  needsPostgres?: boolean;
  /** What this machine lacks for it, and how to get it. */
  lacks?(): string | null;
  /** Does the fault. Gives what happened, in figures. */
  run(trial: Trial): Promise<string>;
}
