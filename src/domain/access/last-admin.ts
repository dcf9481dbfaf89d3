// A workspace always keeps an admin who reaches every app: nobody else could give anybody that role again.
import { Fault } from "../fault.ts";
import { isFullAdmin, type Role } from "./grant.ts";

interface Holder {
  role: Role;
  apps: unknown;
}

/** Whether somebody who was an admin of everything is none any more, or leaves (null). */
export function losesAdmin(before: Holder, after: Holder | null): boolean {
  return isFullAdmin(before) && (after === null || !isFullAdmin(after));
}

/** Throws `last_admin` where nobody else of a workspace's people is an admin of everything. */
export function requireOtherAdmin(people: readonly (Holder & { id: string })[], id: string): void {
  if (people.some((other) => other.id !== id && isFullAdmin(other))) return;
  throw new Fault("last_admin", "This is the last admin who reaches every app: give somebody else that role first.");
}
