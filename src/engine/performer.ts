// The one way to write: an action is performed, whole or not at all, and answered once it is durable.
import type { Action } from "../actions/define-action.ts";
import type { Author } from "../domain/workspace/audit-log.ts";

export interface Performer {
  /**
   * `by` is whom the audit log names; without it, the system. `lockBudgetMs` is how long it waits at most for an app that another server
   * holds; left out, as long as any statement.
   */
  perform<In, Out>(action: Action<In, Out>, input: NoInfer<In>, by?: Author, lockBudgetMs?: number): Promise<Out>;
  /** Waits for what was accepted, then lets go of the database. */
  close(): Promise<void>;
}
