// Sessions: who is signed in. Only the hash of a session's token is kept; a session that ends is gone.
import type { Voucher } from "../../domain/access/identity.ts";
import type { SessionTimes } from "../../domain/access/sign-in-rules.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { command, insert, query, type Reads, returning, type Tx, withList } from "../database/database.ts";
import { deleteHalfSessionsOf } from "./half-sessions.ts";
import type { Person } from "./people.ts";
import { deleteChoicesVouchedBy } from "./sign-in-choices.ts";

export interface Session extends SessionTimes {
  hash: string;
  personId: string;
  createdAt: number;
  /** The browser and the system it was opened with, in short. */
  agent: string | null;
  /** When its person last gave their password or a second factor, or was vouched for. */
  confirmedAt: number;
  /** Who has vouched for its person; null: the password was given. */
  vouchedBy: Voucher | null;
  /** The name that a proxy has for the person and must repeat with every request; null without a proxy. */
  vouchedFor: string | null;
}

/** A session with the person it is of, as they are now. */
export interface FoundSession
  extends Pick<Session, "hash" | "personId" | "confirmedAt" | "vouchedFor" | "lastSeenAt" | "expiresAt">,
    Pick<Person, "workspaceId" | "name" | "email" | "role" | "apps" | "operatorSince"> {
  /** What the workspace may send and have open; null: as much as any workspace of the server. */
  requestRate: number | null;
  streamLimit: number | null;
  /** 1 if the workspace demands a second factor and the person has none; never where somebody else vouches for them. */
  needsFactor: number;
}

const COLUMNS = {
  hash: "hash",
  personId: "person_id",
  createdAt: "created_at",
  lastSeenAt: "last_seen_at",
  expiresAt: "expires_at",
  agent: "agent",
  confirmedAt: "confirmed_at",
  vouchedBy: "vouched_by",
  vouchedFor: "vouched_for",
};

const ofPerson = query<Session>(COLUMNS, "from session where person_id = ? order by last_seen_at desc, hash");
const FOUND = {
  hash: "s.hash",
  personId: "s.person_id",
  lastSeenAt: "s.last_seen_at",
  expiresAt: "s.expires_at",
  vouchedFor: "s.vouched_for",
  workspaceId: "p.workspace_id",
  name: "p.name",
  email: "p.email",
  role: "p.role",
  apps: "p.apps",
  operatorSince: "p.operator_since",
  requestRate: "w.request_rate",
  streamLimit: "w.stream_limit",
  confirmedAt: "s.confirmed_at",
  // Factors are looked for only where one is demanded. Whoever is vouched for has signed in elsewhere, as is asked for there.
  needsFactor: `case when w.second_factor = 'required' and s.vouched_by is null
    then case when exists (select 1 from second_factor f where f.person_id = p.id) then 0 else 1 end else 0 end`,
};
const JOINED = `from session s join person p on p.id = s.person_id join workspace w on w.id = p.workspace_id
  where p.removed_at is null and`;
const byHash = query<FoundSession>(FOUND, `${JOINED} s.hash = ?`);
const byHashes = withList((oneOf) => query<FoundSession>(FOUND, `${JOINED} s.hash ${oneOf}`));
const add = insert("session", Object.values(COLUMNS));
const touch = command("update session set last_seen_at = ? where hash = ? and last_seen_at <= ?");
const renew = returning<{ hash: string }>("update session set hash = ?, confirmed_at = ? where hash = ?", {
  hash: "hash",
});
const drop = command("delete from session where hash = ?");
const dropOfPerson = command("delete from session where person_id = ? and hash <> ?");
const dropVouched = command("delete from session where person_id = ? and vouched_by = ?");
const dropEnded = command("delete from session where expires_at <= ? or last_seen_at <= ?");

/** Says nothing of whether it has run out. At once where the database is local. */
export function findSession(db: Reads, hash: string): Awaitable<FoundSession | undefined> {
  return db.get(byHash, hash);
}

/** Finds sessions by the hashes of their tokens; those that ended are left out. */
export async function listSessions(db: Reads, hashes: readonly string[]): Promise<FoundSession[]> {
  return db.all(byHashes[db.dialect], JSON.stringify(hashes));
}

/** Every session of a person, most recently seen first; says nothing of whether they have run out. */
export async function listSessionsOf(db: Reads, personId: string): Promise<Session[]> {
  return db.all(ofPerson, personId);
}

export function insertSession(tx: Tx, session: Session): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Session)[]).map((field) => session[field]));
}

/** Notes that it is in use, unless that was noted after `before`. */
export function markSessionSeen(tx: Tx, hash: string, at: number, before: number): void {
  tx.run(touch, at, hash, before);
}

/** Gives a session a new token once its person has shown again who they are. False if it has ended. */
export async function renewSession(tx: Tx, hash: string, newHash: string, at: number): Promise<boolean> {
  return (await tx.get(renew, newHash, at, hash)) !== undefined;
}

export function deleteSession(tx: Tx, hash: string): void {
  tx.run(drop, hash);
}

/** Every session of a person but one, if one is named; and every sign-in that is half done. */
export function deleteSessionsOf(tx: Tx, personId: string, except: string | null): void {
  tx.run(dropOfPerson, personId, except ?? "");
  deleteHalfSessionsOf(tx, personId);
}

/** Ends sessions for which this voucher stands, and choices of workspaces that it could still open. */
export function deleteSessionsVouchedBy(tx: Tx, personId: string, voucher: Voucher): void {
  tx.run(dropVouched, personId, voucher);
  deleteChoicesVouchedBy(tx, personId, voucher);
}

/** Forgets sessions that ran out by `now`, or were last seen at `idleSince` or before. */
export function dropEndedSessions(tx: Tx, now: number, idleSince: number): void {
  tx.run(dropEnded, now, idleSince);
}
