// That an e-mail address is nobody's yet in a workspace, and waits for nobody there.
import { Fault } from "../../domain/fault.ts";
import { findInvitationFor } from "../../storage/access/invitations.ts";
import { findPersonByEmail } from "../../storage/access/people.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Whoever asks has taken the workspace, so that two at once ask one after the other. Throws `name_taken`. */
export async function requireFreeEmail(unit: UnitOfWork, workspaceId: string, email: string): Promise<void> {
  if ((await findPersonByEmail(unit.tx, workspaceId, email)) === undefined) return;
  throw new Fault("name_taken", "email: there is already a person with this e-mail address.");
}

/** Throws `name_taken` if somebody else was invited by this address: whoever took it would be taken for them. */
export async function requireUninvited(unit: UnitOfWork, workspaceId: string, email: string): Promise<void> {
  if ((await findInvitationFor(unit.tx, workspaceId, email, unit.now)) === undefined) return;
  throw new Fault(
    "name_taken",
    "email: somebody is invited by this e-mail address: it can be taken only by that invitation.",
  );
}
