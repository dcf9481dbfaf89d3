// One unit of writing: a transaction (or a savepoint in a larger one) at one moment.
import type { Vouching } from "../domain/workspace/audit-anchor.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import type { Tx } from "../storage/database/database.ts";
import type { LoggedDelivery, Received } from "../storage/webhook/deliveries.ts";

/** What actions must know beside the database: what the operator has set. */
export interface ActionSettings extends Vouching {
  /** Issues a workspace on the plan `free` may raise in a UTC month. */
  freePlanIssues: number;
  /** Deliveries an app may get in a UTC hour; 0 means any number. */
  webhookRate: number;
  /** The address of the interface. */
  baseUrl: string;
}

export interface UnitOfWork {
  tx: Tx;
  now: number;
  settings: ActionSettings;
  /** The author that the audit log names. */
  by: Author;
  /**
   * Adds an entry to the log of deliveries, which keeps the HTTP status of the answer; gives that status. How an answer is called in HTTP
   * is known to whoever opens the unit.
   */
  addToDeliveryLog(received: Received, answered: LoggedDelivery): number;
}
