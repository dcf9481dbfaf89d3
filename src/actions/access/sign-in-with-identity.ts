// Signing in, joining and connecting by the word of an issuer or a proxy. What was said has been checked before; whom it lets in is decided
// here, with the workspace taken, so that of two who come at once the second finds what the first has made.
import type { Role } from "../../domain/access/grant.ts";
import {
  admitIdentity,
  type Claims,
  type Identity,
  type IdentityRefusal,
  type Known,
} from "../../domain/access/identity.ts";
import { Fault } from "../../domain/fault.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import { listAccounts } from "../../storage/access/accounts.ts";
import {
  deleteIdentitiesOf,
  findIdentity,
  listHolders,
  listIdentitiesOf,
  putIdentity,
} from "../../storage/access/identities.ts";
import {
  findInvitation,
  findInvitationFor,
  findInvitationLocked,
  findNewestInvitationFor,
} from "../../storage/access/invitations.ts";
import {
  findPersonByEmail,
  findPersonLocked,
  lockPerson,
  type Person,
  wasRemoved,
} from "../../storage/access/people.ts";
import type { Tx } from "../../storage/database/database.ts";
import { claimCount, signInScope } from "../../storage/workspace/counters.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { type Offered, offer } from "./choose-workspace.ts";
import { addPerson } from "./invite-person.ts";
import { findFreeName } from "./require-free-person-name.ts";
import { requireFullAdmin } from "./require-full-admin.ts";
import { type BrowserSession, endReplaced, type NewSession, startSession, type Vouched } from "./sign-in.ts";
import { signOutElsewhere } from "./sign-out-elsewhere.ts";

/** Takes the one use that a return from the issuer has, at whichever server it arrives; false if it was taken before. */
export const claimReturn = defineAction({
  name: "claimReturn",
  async run({ tx }: UnitOfWork, { hash, begunAt }: { hash: string; begunAt: number }): Promise<boolean> {
    return claimCount(tx, signInScope("return", hash), windowAt(begunAt, MINUTE_MS).start, 1);
  },
});

export interface SignInWithIdentity {
  /** Where people join who are not invited anywhere. */
  firstWorkspaceId: string;
  claims: Claims;
  /** What a new person is called, if nobody else is. */
  name: string;
  /** The hash of the token of the link that they came by; null: they came by none. */
  invitation: string | null;
  /** The role with which people join who are not invited; null: nobody does. */
  join: Role | null;
  vouched: Vouched;
  /** The sessions of the same browser: they end, unless they stay beside the new one. */
  inBrowser: readonly BrowserSession[];
  agent: string | null;
}

export type IdentityOutcome = NewSession | Offered | { refused: IdentityRefusal };

export const signInWithIdentity = defineAction({
  name: "signInWithIdentity",
  async run(unit: UnitOfWork, input: SignInWithIdentity): Promise<IdentityOutcome> {
    const people = await peopleOf(unit, input);
    if ("refused" in people) return people;
    const [person, ...more] = people;
    if (more.length > 0) return offer(unit, people, input.vouched);
    endReplaced(unit.tx, input.inBrowser, person);
    const session = startSession(unit, person, input.agent, input.vouched);
    const details = { by: input.vouched.by };
    record(unit, person.workspaceId, "sign_in.succeeded", { by: asPerson(unit, person), details });
    return session;
  },
});

/** Whoever comes by an invitation is led into its workspace; anybody else into those in which they have an account, or are waited for. */
async function peopleOf(
  unit: UnitOfWork,
  input: SignInWithIdentity,
): Promise<[Person, ...Person[]] | { refused: IdentityRefusal }> {
  const { tx, now } = unit;
  const byLink = input.invitation === null ? undefined : await findInvitation(tx, input.invitation, now);
  if (byLink !== undefined) return alone(await admitTo(unit, input, byLink.workspaceId));
  const holders: Person[] = [];
  for (const id of await listHolders(tx, input.claims)) {
    const person = await findPersonLocked(tx, id);
    if (person !== undefined) holders.push(person);
  }
  const [first, ...more] = holders;
  if (first !== undefined) return [first, ...more];
  const admitted = [];
  for (const workspaceId of await workspacesFor(unit, input)) {
    admitted.push(await admitTo(unit, input, workspaceId));
  }
  const [one, ...others] = admitted.filter((person) => !("refused" in person)) as Person[];
  return one === undefined ? (admitted[0] as { refused: IdentityRefusal }) : [one, ...others];
}

function alone(person: Person | { refused: IdentityRefusal }): [Person] | { refused: IdentityRefusal } {
  return "refused" in person ? person : [person];
}

/** Where somebody has the address, or is invited by it; else the first workspace. Always in one order, so that two never wait for each other. */
async function workspacesFor(
  { tx, now }: UnitOfWork,
  { claims: { email, isVerified }, firstWorkspaceId }: SignInWithIdentity,
): Promise<string[]> {
  if (email === null || !isVerified) return [firstWorkspaceId];
  const having = (await listAccounts(tx, email, null)).map(({ workspaceId }) => workspaceId);
  if (having.length > 0) return having.sort();
  return [(await findNewestInvitationFor(tx, email, now))?.workspaceId ?? firstWorkspaceId];
}

/** Somebody who may have had an account by this identity before the workspace was taken. */
async function admitTo(
  unit: UnitOfWork,
  input: SignInWithIdentity,
  workspaceId: string,
): Promise<Person | { refused: IdentityRefusal }> {
  const { tx, now } = unit;
  const { claims } = input;
  // Nobody joins by the way unless it is the workspace that a server begins with.
  const join = workspaceId === input.firstWorkspaceId ? input.join : null;
  await lockWorkspace(tx, workspaceId);
  const { holder, atAddress, link, invitation, ...rest } = await look(tx, input, workspaceId, now);
  const known: Known = {
    ...rest,
    holder: holder === undefined ? null : { isRemoved: holder.removedAt !== null },
    atAddress: atAddress === undefined ? null : await standing(tx, atAddress),
    link,
    isInvited: invitation !== undefined,
  };
  const admitted = admitIdentity(claims, known, join);
  if ("refused" in admitted) return admitted;
  if (admitted.by === "holder") return lockPerson(tx, workspaceId, holder!.personId);
  if (admitted.by === "address") {
    const person = await lockPerson(tx, workspaceId, atAddress!.id);
    linkTo(unit, person, claims);
    return person;
  }
  const by = { link, invitation, role: null }[admitted.by] ?? null;
  const { role, apps } = by ?? { role: join!, apps: null };
  const emailConfirmedAt = claims.isVerified ? now : null;
  const name = await findFreeName(unit, workspaceId, input.name);
  const fields = { workspaceId, name, email: claims.email!, role, apps, passwordHash: null, emailConfirmedAt };
  const person = addPerson(unit, fields, by?.id ?? null);
  linkTo(unit, person, claims);
  return person;
}

async function look(tx: Tx, { claims, invitation: hash }: SignInWithIdentity, workspaceId: string, now: number) {
  const { email } = claims;
  return {
    holder: await findIdentity(tx, workspaceId, claims),
    atAddress: email === null ? undefined : await findPersonByEmail(tx, workspaceId, email),
    wasRemoved: email !== null && (await wasRemoved(tx, workspaceId, email)),
    link: hash === null ? undefined : ((await findInvitationLocked(tx, hash, now)) ?? null),
    invitation: email === null ? undefined : await findInvitationFor(tx, workspaceId, email, now),
  };
}

async function standing(tx: Tx, { id, emailConfirmedAt }: Person): Promise<NonNullable<Known["atAddress"]>> {
  return { isConfirmed: emailConfirmedAt !== null, isLinked: (await listIdentitiesOf(tx, id)).length > 0 };
}

function linkTo(unit: UnitOfWork, person: Person, identity: Identity): void {
  putIdentity(unit.tx, identity, person.id, unit.now);
  const about = { target: personTarget(person), details: { issuer: identity.issuer } };
  record(unit, person.workspaceId, "person.identity_linked", { ...about, by: asPerson(unit, person) });
}

/** Nobody was signed in: the entry names the person that the identity is of. */
function asPerson({ by }: UnitOfWork, { id, name }: Person): Author {
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
    linkTo(unit, person, identity);
    return null;
  },
});

/** The person is nobody at an issuer any more, and signed out: for whoever is another there from now on. Throws `not_found`, `forbidden`. */
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
