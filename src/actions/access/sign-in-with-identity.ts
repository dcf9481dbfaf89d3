// Signing in and joining by the word of an issuer or a proxy. What was said has been checked before; whom it lets in is decided
// here, with the workspace taken, so that of two who come at once the second finds what the first has made.
import type { Role } from "../../domain/access/grant.ts";
import { admitIdentity, type Claims, type IdentityRefusal, type Known } from "../../domain/access/identity.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import { listAccounts } from "../../storage/access/accounts.ts";
import { findIdentity, type Holder, listHolders, listIdentitiesOf } from "../../storage/access/identities.ts";
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
import { type Offered, offer } from "./choose-workspace.ts";
import { addPerson } from "./invite-person.ts";
import { asPerson, linkIdentityTo } from "./link-identity.ts";
import { findFreeName } from "./require-free-person-name.ts";
import { type BrowserSession, endReplaced, type NewSession, startSession, type Vouched } from "./sign-in.ts";

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
  /** Whether anybody may make a workspace, and so invite anybody: elsewhere than in the first one an invitation is taken by its link alone. */
  anybodyInvites: boolean;
  claims: Claims;
  /** What a new person is called, if nobody else is. */
  name: string;
  /** The hash of the token of an invitation's link; null without one. */
  invitation: string | null;
  /** The role with which people join who are not invited; null: nobody does. */
  join: Role | null;
  vouched: Vouched;
  /** Sessions of the same browser: they end, unless they stay open beside the new one. */
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

/** The people to sign in: by an invitation in its workspace, else wherever the identity has an account or an invitation waits. */
async function peopleOf(
  unit: UnitOfWork,
  input: SignInWithIdentity,
): Promise<[Person, ...Person[]] | { refused: IdentityRefusal }> {
  const { tx, now } = unit;
  const byLink = input.invitation === null ? undefined : await findInvitation(tx, input.invitation, now);
  if (byLink !== undefined) return alone(await admitTo(unit, input, byLink.workspaceId));
  const holders = await listHolders(tx, input.claims);
  const admitted = [];
  // Always in one order, so that two never wait for each other.
  for (const workspaceId of (await workspacesFor(unit, input, holders)).sort()) {
    admitted.push(await admitTo(unit, input, workspaceId));
  }
  const people = admitted.filter((one) => !("refused" in one)) as Person[];
  for (const { personId } of holders) {
    const person = await findPersonLocked(tx, personId);
    if (person !== undefined) people.push(person);
  }
  const [one, ...others] = people;
  if (one !== undefined) return [one, ...others];
  // Where another workspace knows their address, nothing is said of one that nobody has invited them to.
  const refusals = admitted as { refused: IdentityRefusal }[];
  return refusals.find(({ refused }) => refused !== "not_invited") ?? refusals[0] ?? { refused: "removed" };
}

function alone(person: Person | { refused: IdentityRefusal }): [Person] | { refused: IdentityRefusal } {
  return "refused" in person ? person : [person];
}

/**
 * Beside those in which they are known by the identity: where the address is theirs and nobody is connected to it, or is invited; the first
 * workspace if there is none. What somebody has only said to be their address keeps its owner out of nothing.
 */
async function workspacesFor(
  { tx, now }: UnitOfWork,
  { claims: { email, isVerified }, firstWorkspaceId, anybodyInvites }: SignInWithIdentity,
  holders: readonly Holder[],
): Promise<string[]> {
  const isNew = holders.length === 0;
  if (email === null || !isVerified) return isNew ? [firstWorkspaceId] : [];
  const held = holders.map(({ workspaceId }) => workspaceId);
  const accounts = (await listAccounts(tx, email, null)).filter(({ workspaceId }) => !held.includes(workspaceId));
  const found = new Set<string>();
  for (const { id, workspaceId, emailConfirmedAt } of accounts) {
    const isFree = emailConfirmedAt !== null && (await listIdentitiesOf(tx, id)).length === 0;
    if (isFree || isNew) found.add(workspaceId);
  }
  const isKnown = accounts.some(({ emailConfirmedAt }) => emailConfirmedAt !== null) || !isNew;
  const newest = anybodyInvites
    ? await findInvitationFor(tx, firstWorkspaceId, email, now)
    : await findNewestInvitationFor(tx, email, now);
  if (newest !== undefined && !held.includes(newest.workspaceId)) found.add(newest.workspaceId);
  else if (!isKnown) found.add(firstWorkspaceId);
  return [...found];
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
    linkIdentityTo(unit, person, claims);
    return person;
  }
  const by = { link, invitation, role: null }[admitted.by] ?? null;
  const { role, apps } = by ?? { role: join!, apps: null };
  const emailConfirmedAt = claims.isVerified ? now : null;
  const name = await findFreeName(unit, workspaceId, input.name);
  const fields = { workspaceId, name, email: claims.email!, role, apps, passwordHash: null, emailConfirmedAt };
  const person = addPerson(unit, fields, by?.id ?? null);
  linkIdentityTo(unit, person, claims);
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
