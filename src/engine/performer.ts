// The one way to write: an action is performed, whole or not at all, and answered once it is durable.
import type { Author } from "../domain/workspace/audit-log.ts";
import type { ActionName, Input, Output } from "./catalogue.ts";

export interface Performer {
  /** `by` is whom the audit log names; without it, the system. */
  perform<Name extends ActionName>(name: Name, input: Input<Name>, by?: Author): Promise<Output<Name>>;
  /** Waits for what was accepted, then lets go of the database. */
  close(): Promise<void>;
}
