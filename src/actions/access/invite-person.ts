// Invitations: given out, withdrawn, accepted. The token leaves here once and is never kept.

import type { Role } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import { INVITATION_DAYS } from "../../domain/limits.ts";
import { DAY_MS } from "../../lib/clock.ts";
import { newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { newId } from "../../lib/ids.ts";
import {
  deleteFirstInvitations,
  deleteInvitation,
  deleteOpenInvitationsFor,
  findInvitation,
  findInvitationLocked,
  type Invitation,
  insertInvitation,
  lockInvitation,
  markUsed,
} from "../../storage/access/invitations.ts";
import { insertPerson, listPeople, type Person } from "../../storage/access/people.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { reachDetail, record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { findApps } from "./find-scoped-apps.ts";
import { requireFreeEmail, requireUninvited } from "./require-free-email.ts";
import { requireFreePersonName } from "./require-free-person-name.ts";
import { requireFullAdmin } from "./require-full-admin.ts";
import { type BrowserSession, endReplaced, type NewSession, startSession } from "./sign-in.ts";

export interface Invite {
  workspaceId: string;
  role: Role;
  /** Ids or names of apps; null reaches every app. */
  apps: string[] | null;
  /** The address that is invited; null lets in anybody with the link. */
  email: string | null;
  /** The person who invites; null for the command line. */
  createdBy: string | null;
  /** Whether the link is sent to the e-mail address, too. */
  mail?: boolean;
}

export interface NewInvitation {
  invitation: Invitation;
  token: string;
}

/** Throws `not_found` for an app that doesn't exist, `name_taken` for an e-mail address that is somebody's already. */
export const invite = defineAction({
  name: "invite",
  wakes: ["mails"],
  async run(unit: UnitOfWork, input: Invite): Promise<NewInvitation> {
    const { workspaceId, role, email, createdBy } = input;
    await requireFullAdmin(unit, workspaceId);
    if (email !== null) await requireFreeEmail(unit, workspaceId, email);
    const apps = await findApps(unit, { workspaceId, apps: null }, input.apps);
    const made = addInvitation(unit, { workspaceId, role, apps, email, createdBy, firstAdmin: 0 });
    if (input.mail === true && email !== null) {
      queueMail(unit, { workspaceId, kind: "invitation", invitationId: made.invitation.id });
    }
    return made;
  },
});

/** A link for the first admin, in place of any given out before; null once there are people. */
export const inviteFirstAdmin = defineAction({
  name: "inviteFirstAdmin",
  async run(unit: UnitOfWork, { workspaceId }: { workspaceId: string }): Promise<NewInvitation | null> {
    await lockWorkspace(unit.tx, workspaceId);
    if ((await listPeople(unit.tx, workspaceId)).length > 0) return null;
    deleteFirstInvitations(unit.tx, workspaceId);
    const grant = { role: "admin", apps: null } as const;
    return addInvitation(unit, { workspaceId, ...grant, email: null, createdBy: null, firstAdmin: 1 });
  },
});

/** Throws `not_found`. */
export const withdrawInvitation = defineAction({
  name: "withdrawInvitation",
  async run(unit: UnitOfWork, input: { workspaceId: string; id: string }): Promise<void> {
    await requireFullAdmin(unit, input.workspaceId);
    const { id } = await lockInvitation(unit.tx, input.workspaceId, input.id);
    deleteInvitation(unit.tx, id);
    record(unit, input.workspaceId, "invitation.withdrawn", { target: { kind: "invitation", id, name: null } });
  },
});

export interface AcceptInvitation {
  hash: string;
  name: string;
  /** Null: the one that the invitation names. */
  email: string | null;
  passwordHash: string;
  /** Whether only the link in a mail shows that the address is theirs: where anybody makes a workspace, who invites may be anybody, and is shown a link, too. */
  confirmsByMail?: boolean;
  /** The sessions of the browser that it is done with: they end, unless they stay beside the new one. */
  inBrowser?: readonly BrowserSession[];
  /** The browser it is done with, in short. */
  agent?: string | null;
}

/**
 * Makes the person and signs them in. Throws `not_found` for an invitation that lets nobody in, `invalid_request` for an
 * e-mail address that it is not for, `name_taken` for one, or a name, that is somebody's already.
 */
export const acceptInvitation = defineAction({
  name: "acceptInvitation",
  async run(unit: UnitOfWork, input: AcceptInvitation): Promise<NewSession> {
    const { tx, now } = unit;
    const found = await findInvitation(tx, input.hash, now);
    if (found === undefined) throw noInvitation();
    const { workspaceId, role, apps } = found;
    // Locks are always taken in this order, the workspace before what is in it, so that there is no deadlock.
    await lockWorkspace(tx, workspaceId);
    const invitation = await findInvitationLocked(tx, input.hash, now);
    if (invitation === undefined) throw noInvitation();
    const email = chooseEmail(invitation, input.email);
    await requireFreeEmail(unit, workspaceId, email);
    if (invitation.email === null) await requireUninvited(unit, workspaceId, email);
    const { name, passwordHash } = input;
    await requireFreePersonName(unit, workspaceId, name, null);
    const isShown = input.confirmsByMail === true && invitation.hash === input.hash;
    const emailConfirmedAt = invitation.email === null || isShown ? null : now;
    const person = addPerson(
      unit,
      { workspaceId, name, email, role, apps, passwordHash, emailConfirmedAt },
      invitation.id,
    );
    endReplaced(tx, input.inBrowser ?? [], person);
    return startSession(unit, person, input.agent ?? null);
  },
});

/**
 * Makes the person, by the invitation of this id if there is one; any other one that names their address ends with it, because an address is
 * one person's. The caller has taken the workspace.
 */
export function addPerson(
  unit: UnitOfWork,
  fields: Omit<Person, "id" | "createdAt" | "removedAt" | "operatorSince">,
  invitation: string | null,
): Person {
  const { tx, now } = unit;
  const person: Person = { ...fields, id: newId("per", now), createdAt: now, removedAt: null, operatorSince: null };
  const { id, name, email, workspaceId, role, apps } = person;
  insertPerson(tx, person);
  if (invitation !== null) markUsed(tx, invitation, now);
  deleteFirstInvitations(tx, workspaceId);
  deleteOpenInvitationsFor(tx, workspaceId, email);
  record(unit, workspaceId, "person.joined", {
    target: personTarget(person),
    details: { role, apps: reachDetail(apps), invitation },
    // Nobody was signed in: the entry names the person who has just been made.
    by: { ...unit.by, kind: "person", id, name },
  });
  return person;
}

/** The answer to a token that lets nobody in, whatever the reason. */
export function noInvitation(): Fault {
  return new Fault(
    "not_found",
    "This invitation is not valid: it was used, was withdrawn, has expired, or never existed.",
  );
}

/** Throws `invalid_request`. */
export function chooseEmail(invitation: Pick<Invitation, "email">, given: string | null): string {
  const email = given ?? invitation.email;
  if (email === null) throw new Fault("invalid_request", "email: required.");
  if (invitation.email === null || invitation.email === email) return email;
  throw new Fault("invalid_request", "email: this invitation is for another e-mail address.");
}

type Grounds = Pick<Invitation, "workspaceId" | "role" | "apps" | "email" | "createdBy" | "firstAdmin">;

function addInvitation(unit: UnitOfWork, grounds: Grounds): NewInvitation {
  const { tx, now } = unit;
  const token = newLongToken();
  const invitation: Invitation = {
    ...grounds,
    id: newId("inv", now),
    hash: tokenHash(token),
    createdAt: now,
    expiresAt: now + INVITATION_DAYS * DAY_MS,
    usedAt: null,
  };
  insertInvitation(tx, invitation);
  const { workspaceId, role, apps, email, firstAdmin } = invitation;
  record(unit, workspaceId, "person.invited", {
    target: { kind: "invitation", id: invitation.id, name: null },
    details: { role, apps: reachDetail(apps), names_email: email !== null, first_admin: firstAdmin === 1 },
  });
  return { invitation, token };
}
