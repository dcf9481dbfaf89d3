// One unit of writing: a transaction (or a savepoint in a larger one) at one moment.
import type { FaultCode } from "../domain/fault.ts";
import type { Vouching } from "../domain/workspace/audit-anchor.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import type { Tx } from "../storage/database/database.ts";

/** What actions must know beside the database: what the operator has set, and what answers are called in HTTP. */
export interface ActionSettings extends Vouching {
  /** Issues a workspace on the plan `free` may raise in a UTC month. */
  freePlanIssues: number;
  /** Deliveries an app may get in a UTC hour; 0 means any number. */
  webhookRate: number;
  /** The address of the interface. */
  baseUrl: string;
  /**
   * The HTTP status that the log of deliveries keeps with each outcome. It is given to the actions because the log has it as a column: the
   * older entries have nothing else to tell a duplicate by, and a server of the version before reads it from the entries of this one.
   */
  statuses: Readonly<Record<FaultCode | "raised" | "duplicate" | "fixed" | "ignored", number>>;
}

export interface UnitOfWork {
  tx: Tx;
  now: number;
  settings: ActionSettings;
  /** The author that the audit log names. */
  by: Author;
}
