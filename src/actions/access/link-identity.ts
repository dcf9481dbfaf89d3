// Who somebody is at an issuer is connected to their account, and disconnected from it.
import type { Identity, IdentityRefusal } from "../../domain/access/identity.ts";
import { Fault } from "../../domain/fault.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import { deleteIdentitiesOf, findIdentity, listIdentitiesOf, putIdentity } from "../../storage/access/identities.ts";
import { lockPerson, type Person } from "../../storage/access/people.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { requireFullAdmin } from "./require-full-admin.ts";
import { signOutElsewhere } from "./sign-out-elsewhere.ts";

export function linkIdentityTo(unit: UnitOfWork, person: Person, identity: Identity): void {
  putIdentity(unit.tx, identity, person.id, unit.now);
  const about = { target: personTarget(person), details: { issuer: identity.issuer } };
  record(unit, person.workspaceId, "person.identity_linked", { ...about, by: asPerson(unit, person) });
}

/** Nobody was signed in: the entry names the person that the identity is of. */
export function asPerson({ by }: UnitOfWork, { id, name }: Person): Author {
  return { ...by, kind: "person", id, name };
}

export interface LinkIdentity {
  workspaceId: string;
  personId: string;
  identity: Identity;
}

/**
 * Connects somebody who is signed in, and has shown that they are there, whatever address the issuer has of them. Gives why that is refused;
 * null if it is done. Throws `not_found`.
 */
export const linkIdentity = defineAction({
  name: "linkIdentity",
  async run(unit: UnitOfWork, { workspaceId, personId, identity }: LinkIdentity): Promise<IdentityRefusal | null> {
    await lockWorkspace(unit.tx, workspaceId);
    const person = await lockPerson(unit.tx, workspaceId, personId);
    const linked = await findIdentity(unit.tx, workspaceId, identity);
    if (linked?.removedAt === null) return linked.personId === personId ? null : "identity_taken";
    if ((await listIdentitiesOf(unit.tx, personId)).length > 0) return "person_linked";
    linkIdentityTo(unit, person, identity);
    return null;
  },
});

/** Unlinks a person at all issuers and signs them out, because they are somebody else there now. Throws `not_found`, `forbidden`. */
export const unlinkIdentities = defineAction({
  name: "unlinkIdentities",
  async run(unit: UnitOfWork, { workspaceId, id }: { workspaceId: string; id: string }): Promise<void> {
    await requireFullAdmin(unit, workspaceId);
    // Who has no password would be locked out by it.
    if (unit.by.id === id) throw new Fault("forbidden", "Another admin can disconnect your account.");
    const person = await lockPerson(unit.tx, workspaceId, id);
    const issuers = (await listIdentitiesOf(unit.tx, id)).map(({ issuer }) => issuer);
    if (issuers.length === 0) return;
    deleteIdentitiesOf(unit.tx, id);
    await signOutElsewhere(unit, person, null);
    record(unit, workspaceId, "person.identity_unlinked", { target: personTarget(person), details: { issuers } });
  },
});
