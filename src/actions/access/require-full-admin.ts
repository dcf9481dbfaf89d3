// That whoever asks still is an admin of everything when the action runs.
import { isFullAdmin } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import { findKeyLocked, type Key } from "../../storage/access/keys.ts";
import { findPersonLocked, type Person } from "../../storage/access/people.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/**
 * Takes the workspace, so that whoever ends them comes before or after. An admin who was removed, or a key that was revoked, a moment ago
 * opens nothing any more. Gives the id of the person who answers for it, which for a key is whoever made it; null if that is nobody.
 * Throws `unauthorized`, `forbidden`.
 */
export async function requireFullAdmin(unit: UnitOfWork, workspaceId: string): Promise<string | null> {
  await lockWorkspace(unit.tx, workspaceId);
  const { kind, id } = unit.by;
  if (kind === "command_line" || kind === "system" || id === null) return null;
  if (kind === "person") return requireGrant(await findPersonLocked(unit.tx, id)).id;
  const key = await findKeyLocked(unit.tx, workspaceId, id);
  const isOver = key !== undefined && key.expiresAt !== null && key.expiresAt <= unit.now;
  return requireGrant(isOver ? undefined : key).createdBy;
}

function requireGrant<Asker extends Person | Key>(asker: Asker | undefined): Asker {
  if (asker === undefined) {
    throw new Fault("unauthorized", "Whoever asks for this was removed, or is a key that was revoked or has expired.");
  }
  if (!isFullAdmin(asker)) throw new Fault("forbidden", "This needs an admin who reaches every app.");
  return asker;
}
