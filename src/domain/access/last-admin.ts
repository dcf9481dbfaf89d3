// A workspace always keeps an admin who reaches every app: nobody else could give anybody that role again.
import { Fault } from "../fault.ts";
import { isFullAdmin, type Role } from "./grant.ts";

interface Holder {
  id: string;
  role: Role;
  apps: unknown;
}

/**
 * Throws `last_admin` where one of a workspace's people is to become what `after` says, or is to leave (null), and nobody else of them is an
 * admin of everything.
 */
export function requireAdminLeft(people: readonly Holder[], before: Holder, after: Holder | null): void {
  if (!isFullAdmin(before) || (after !== null && isFullAdmin(after))) return;
  if (people.some((other) => other.id !== before.id && isFullAdmin(other))) return;
  throw new Fault("last_admin", "This is the last admin who reaches every app: give somebody else that role first.");
}
