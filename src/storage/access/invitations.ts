// Invitations: each lets one person in, with the grant it names. Only the hashes of its tokens are kept: of the one that whoever invited was
// shown, and of the one in the mail.

import type { Role } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import { command, insert, query, type Reads, returning, type Tx } from "../database/database.ts";

export interface Invitation {
  id: string;
  hash: string;
  workspaceId: string;
  role: Role;
  /** Ids of apps as JSON; null reaches every app. */
  apps: string | null;
  /** The address that is invited; null lets in anybody with the link. */
  email: string | null;
  /** 1 for the link that a server without people shows when it starts. */
  firstAdmin: number;
  /** The person who invited; null for the command line. */
  createdBy: string | null;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** An invitation with the name of whoever made it. */
export interface ListedInvitation extends Invitation {
  inviter: string | null;
}

const COLUMNS = {
  id: "i.id",
  hash: "i.hash",
  workspaceId: "i.workspace_id",
  role: "i.role",
  apps: "i.apps",
  email: "i.email",
  firstAdmin: "i.first_admin",
  createdBy: "i.created_by",
  createdAt: "i.created_at",
  expiresAt: "i.expires_at",
  usedAt: "i.used_at",
};

const BY_HASH = "(i.hash = ? or i.mail_hash = ?)";
const byHash = query<Invitation>(COLUMNS, `from invitation i where ${BY_HASH}`);
const byHashLocked = query<Invitation>(COLUMNS, `from invitation i where ${BY_HASH} {lock}`);
const byIdLocked = query<Invitation>(COLUMNS, "from invitation i where i.id = ? and i.workspace_id = ? {lock}");
const byEmail = query<Invitation>(
  COLUMNS,
  `from invitation i
   where i.workspace_id = ? and i.email = ? and i.used_at is null and i.expires_at > ? order by i.id desc limit 1`,
);
const newestFor = query<Invitation>(
  COLUMNS,
  "from invitation i where i.email = ? and i.used_at is null and i.expires_at > ? order by i.id desc limit 1",
);
const waiting = query<ListedInvitation>(
  { ...COLUMNS, inviter: "p.name" },
  `from invitation i left join person p on p.id = i.created_by
   where i.workspace_id = ? and i.used_at is null and i.expires_at > ? order by i.id`,
);
const byHashListed = query<ListedInvitation>(
  { ...COLUMNS, inviter: "p.name" },
  `from invitation i left join person p on p.id = i.created_by where ${BY_HASH}`,
);
const add = insert(
  "invitation",
  Object.values(COLUMNS).map((column) => column.slice(2)),
);
const byIdListed = query<ListedInvitation>(
  { ...COLUMNS, inviter: "p.name" },
  "from invitation i left join person p on p.id = i.created_by where i.id = ?",
);
const setMailHash = command("update invitation set mail_hash = ? where id = ?");
const use = command("update invitation set used_at = ? where id = ?");
const drop = command("delete from invitation where id = ?");
const dropFirst = command("delete from invitation where workspace_id = ? and first_admin = 1 and used_at is null");
const dropOpenFor = command("delete from invitation where workspace_id = ? and email = ? and used_at is null");
const dropOfPerson = command("delete from invitation where created_by = ? and used_at is null");
const dropFor = returning<{ id: string }>("delete from invitation where workspace_id = ? and email = ?", { id: "id" });
const forgetUsed = command("update invitation set email = null where workspace_id = ? and used_at is not null");
const dropOld = command("delete from invitation where expires_at <= ?");

/** The invitation of a token, if it still lets somebody in at `now`. */
export async function findInvitation(db: Reads, hash: string, now: number): Promise<Invitation | undefined> {
  return open(await db.get(byHash, hash, hash), now);
}

/** Locks the invitation of a token: of two people who use it at once, the second finds it used. */
export async function findInvitationLocked(tx: Tx, hash: string, now: number): Promise<Invitation | undefined> {
  return open(await tx.get(byHashLocked, hash, hash), now);
}

/** The newest that names the address and still lets somebody in at `now`. */
export async function findInvitationFor(
  db: Reads,
  workspaceId: string,
  email: string,
  now: number,
): Promise<Invitation | undefined> {
  return db.get(byEmail, workspaceId, email, now);
}

/** The newest invitation of an address, in whichever workspace, that is still valid at `now`. */
export async function findNewestInvitationFor(db: Reads, email: string, now: number): Promise<Invitation | undefined> {
  return db.get(newestFor, email, now);
}

/** The invitation of a token as above, with the name of whoever invited. */
export async function findListedInvitation(
  db: Reads,
  hash: string,
  now: number,
): Promise<ListedInvitation | undefined> {
  return open(await db.get(byHashListed, hash, hash), now);
}

/** The invitation with this id, if it is still valid at `now`. */
export async function findInvitationToMail(tx: Tx, id: string, now: number): Promise<ListedInvitation | undefined> {
  return open(await tx.get(byIdListed, id), now);
}

/** The link of its mail, in place of the one of an earlier mail. */
export function updateMailHash(tx: Tx, id: string, hash: string): void {
  tx.run(setMailHash, hash, id);
}

function open<Found extends Invitation>(invitation: Found | undefined, now: number): Found | undefined {
  const isOpen = invitation !== undefined && invitation.usedAt === null && invitation.expiresAt > now;
  return isOpen ? invitation : undefined;
}

/** Throws `not_found`, also for one that was used. */
export async function lockInvitation(tx: Tx, workspaceId: string, id: string): Promise<Invitation> {
  const invitation = await tx.get(byIdLocked, id, workspaceId);
  if (invitation === undefined || invitation.usedAt !== null) throw notFound("invitation");
  return invitation;
}

/** Invitations that are still valid, oldest first. */
export async function listInvitations(db: Reads, workspaceId: string, now: number): Promise<ListedInvitation[]> {
  return db.all(waiting, workspaceId, now);
}

export function insertInvitation(tx: Tx, invitation: Invitation): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Invitation)[]).map((field) => invitation[field]));
}

export function markUsed(tx: Tx, id: string, at: number): void {
  tx.run(use, at, id);
}

export function deleteInvitation(tx: Tx, id: string): void {
  tx.run(drop, id);
}

/** No link for a first admin lets anybody in any more. */
export function deleteFirstInvitations(tx: Tx, workspaceId: string): void {
  tx.run(dropFirst, workspaceId);
}

/** No link that names the address lets anybody in any more. */
export function deleteOpenInvitationsFor(tx: Tx, workspaceId: string, email: string): void {
  tx.run(dropOpenFor, workspaceId, email);
}

/** What a person has given out and nobody used is void. */
export function deleteInvitationsBy(tx: Tx, personId: string): void {
  tx.run(dropOfPerson, personId);
}

/** Deletes all invitations of an address, used or not. Gives how many there were. */
export async function deleteInvitationsFor(tx: Tx, workspaceId: string, email: string): Promise<number> {
  return (await tx.all(dropFor, workspaceId, email)).length;
}

/** Deletes the addresses of used invitations: the people may have another address by now. */
export function forgetAddressesOfUsed(tx: Tx, workspaceId: string): void {
  tx.run(forgetUsed, workspaceId);
}

/** Forgets invitations, used or not, that ended at `before` or earlier. */
export function dropOldInvitations(tx: Tx, before: number): void {
  tx.run(dropOld, before);
}
