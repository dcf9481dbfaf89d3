// That whoever asks still is an admin of everything when the action runs.
import { isFullAdmin } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import { findPersonLocked } from "../../storage/access/people.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** An admin who was removed a moment ago lets nobody in any more. Throws `forbidden`. */
export async function requireFullAdmin(unit: UnitOfWork, id: string): Promise<void> {
  const admin = await findPersonLocked(unit.tx, id);
  if (admin === undefined || !isFullAdmin(admin)) {
    throw new Fault("forbidden", "This needs an admin who reaches every app.");
  }
}
