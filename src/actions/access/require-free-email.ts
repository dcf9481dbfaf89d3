// That an e-mail address is nobody's yet.
import { Fault } from "../../domain/fault.ts";
import { findPersonByEmail } from "../../storage/access/people.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Whoever asks has taken the workspace, so that two at once ask one after the other. Throws `name_taken`. */
export async function requireFreeEmail(unit: UnitOfWork, email: string): Promise<void> {
  if ((await findPersonByEmail(unit.tx, email)) === undefined) return;
  throw new Fault("name_taken", "email: there is already a person with this e-mail address.");
}
