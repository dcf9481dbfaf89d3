// Changes a person: role, reach or password; and removes one. The last admin who reaches every app stays one.

import type { Role } from "../../domain/access/grant.ts";
import { losesAdmin, requireOtherAdmin } from "../../domain/access/last-admin.ts";
import { Fault } from "../../domain/fault.ts";
import type { Target } from "../../domain/workspace/audit-log.ts";
import { deleteEmailLinkFor } from "../../storage/access/email-links.ts";
import { deleteInvitationsBy } from "../../storage/access/invitations.ts";
import { findKeyLocked, listKeysMadeBy } from "../../storage/access/keys.ts";
import {
  findPersonLocked,
  listPeople,
  lockPerson,
  markRemoved,
  type Person,
  updateGrant,
  updatePassword,
} from "../../storage/access/people.ts";
import { deleteResetLinksBy, deleteResetLinksFor } from "../../storage/access/reset-links.ts";
import { deleteFactorsOf } from "../../storage/access/second-factors.ts";
import { reachDetail, record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { endAssistantsOf } from "./assistant-tokens.ts";
import { endKey } from "./change-key.ts";
import { findApps } from "./find-scoped-apps.ts";
import { requireFullAdmin } from "./require-full-admin.ts";
import { signOutElsewhere } from "./sign-out-elsewhere.ts";

export interface ChangePerson {
  workspaceId: string;
  id: string;
  role?: Role;
  /** Ids or names of apps; null reaches every app. */
  apps?: string[] | null;
  /** Whether the keys that they made are revoked. */
  revokeKeys?: boolean;
}

/** Holds from the next request on. Throws `not_found`, `last_admin`. */
export const changePerson = defineAction({
  name: "changePerson",
  async run(unit: UnitOfWork, input: ChangePerson): Promise<Person> {
    const { workspaceId, id } = input;
    const before = await takePerson(unit, workspaceId, id);
    const every = { workspaceId, apps: null };
    const apps = input.apps === undefined ? before.apps : await findApps(unit, every, input.apps, before.apps);
    const person = { ...before, role: input.role ?? before.role, apps };
    if (losesAdmin(before, person)) {
      requireOtherAdmin(await listPeople(unit.tx, workspaceId), id);
      voidLinksBy(unit, id);
    }
    updateGrant(unit.tx, person);
    const details = {
      ...(person.role === before.role ? {} : { role: { from: before.role, to: person.role } }),
      ...(apps === before.apps ? {} : { apps: { from: reachDetail(before.apps), to: reachDetail(apps) } }),
    };
    if (Object.keys(details).length > 0) {
      record(unit, workspaceId, "person.changed", { target: personTarget(person), details });
    }
    if (input.revokeKeys) await endKeysMadeBy(unit, person);
    await endAssistantsOf(unit, person, "beyond");
    return person;
  },
});

export interface RemovePerson {
  workspaceId: string;
  id: string;
  /** Whether the keys that they made end with them. */
  revokeKeys?: boolean;
}

/** Removes a person: once this is answered, they are signed out on every server. Throws `not_found`, `last_admin`. */
export const removePerson = defineAction({
  name: "removePerson",
  async run(unit: UnitOfWork, { workspaceId, id, revokeKeys = false }: RemovePerson): Promise<void> {
    const person = await takePerson(unit, workspaceId, id);
    if (losesAdmin(person, null)) requireOtherAdmin(await listPeople(unit.tx, workspaceId), id);
    await signOutElsewhere(unit, person, null);
    voidLinksBy(unit, id);
    deleteResetLinksFor(unit.tx, id);
    deleteEmailLinkFor(unit.tx, id);
    deleteFactorsOf(unit.tx, id);
    markRemoved(unit.tx, id, unit.now);
    record(unit, workspaceId, "person.removed", { target: personTarget(person) });
    if (revokeKeys) await endKeysMadeBy(unit, person);
  },
});

/** The person was taken for writing: whoever makes a key in their name comes before, or is refused. */
async function endKeysMadeBy(unit: UnitOfWork, { workspaceId, id }: Person): Promise<void> {
  for (const made of await listKeysMadeBy(unit.tx, id)) {
    const key = await findKeyLocked(unit.tx, workspaceId, made.id);
    if (key !== undefined) endKey(unit, key);
  }
}

export interface ChangePassword {
  personId: string;
  /** The hash that the present password was found to belong to. */
  passwordHash: string;
  newHash: string;
  /** The hash of the session that stays; every other one ends, and every assistant. */
  session: string;
}

/** Throws `invalid_request` if the password was changed meanwhile. */
export const changePassword = defineAction({
  name: "changePassword",
  async run(unit: UnitOfWork, input: ChangePassword): Promise<void> {
    const person = await findPersonLocked(unit.tx, input.personId);
    if (person === undefined || person.passwordHash !== input.passwordHash) throw wrongPassword();
    updatePassword(unit.tx, person.id, input.newHash);
    await signOutElsewhere(unit, person, input.session);
    deleteResetLinksFor(unit.tx, person.id);
    // Whoever knew the old password may have asked for it.
    deleteEmailLinkFor(unit.tx, person.id);
    record(unit, person.workspaceId, "person.password_changed", { target: personTarget(person) });
  },
});

export function personTarget({ id, name }: Pick<Person, "id" | "name">): Target {
  return { kind: "person", id, name };
}

export function wrongPassword(): Fault {
  return new Fault("invalid_request", "current_password: this is not your current password.");
}

/** Nobody leaves a door open behind them. */
function voidLinksBy({ tx }: UnitOfWork, personId: string): void {
  deleteInvitationsBy(tx, personId);
  deleteResetLinksBy(tx, personId);
}

/** Two who take the last two admins away at once do so one after the other. */
async function takePerson(unit: UnitOfWork, workspaceId: string, id: string): Promise<Person> {
  await requireFullAdmin(unit, workspaceId);
  return lockPerson(unit.tx, workspaceId, id);
}
