// One unit of writing: a transaction (or a savepoint in a larger one) at one moment.
import type { Tx } from "../storage/database.ts";

export interface Limits {
  /** Issues a workspace on the plan `free` may raise in a UTC month. */
  freePlanIssues: number;
}

export interface Unit {
  tx: Tx;
  now: number;
  limits: Limits;
}
