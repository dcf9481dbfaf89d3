// Who may do what: a grant is a role and a reach.
import { Fault } from "../fault.ts";

export const ROLES = ["viewer", "tester", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The apps that somebody can see and act on: those of a workspace, all (null) or only the named ids. */
export interface Reach {
  workspaceId: string;
  apps: readonly string[] | null;
}

export interface Grant {
  role: Role;
  reach: Reach;
}

export function reaches(reach: Reach, app: { workspaceId: string | null; id: string }): boolean {
  return app.workspaceId === reach.workspaceId && (reach.apps === null || reach.apps.includes(app.id));
}

export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

export function requireRole(grant: Grant, needed: Role): void {
  if (!hasRole(grant.role, needed)) {
    const role = needed === "admin" ? "the role admin" : `the role ${needed} or above`;
    throw new Fault("forbidden", `This needs ${role}; yours is ${grant.role}.`);
  }
}

/** An admin of everything: one who may see to keys and people. */
export function isFullAdmin(grant: { role: Role; apps: unknown }): boolean {
  return grant.role === "admin" && grant.apps === null;
}

/**
 * Throws `forbidden`: people and keys that are limited to some apps may not change what concerns the whole workspace.
 */
export function requireUnscoped(grant: Grant): void {
  if (grant.reach.apps !== null) {
    throw new Fault("forbidden", "This needs an admin who reaches every app; your reach is scoped to some apps.");
  }
}
