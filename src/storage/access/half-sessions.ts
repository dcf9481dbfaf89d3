// Sign-ins of which only the password is done, and what passkeys are asked to sign. Neither opens anything by itself.
import { command, query, type Reads, returning, type Tx } from "../database/database.ts";
import { deleteChoicesOfPerson } from "./sign-in-choices.ts";

export interface HalfSession {
  /** The hash of the browser's token. */
  hash: string;
  personId: string;
  expiresAt: number;
}

const COLUMNS = { hash: "hash", personId: "person_id", expiresAt: "expires_at" };
const byHash = query<HalfSession>(COLUMNS, "from half_session where hash = ?");
const add = command("insert into half_session (hash, person_id, expires_at) values (?, ?, ?)");
const drop = command("delete from half_session where hash = ?");
const dropOf = command("delete from half_session where person_id = ?");
const dropEnded = command("delete from half_session where expires_at <= ?");
const putChallenge = command(
  `insert into passkey_challenge (session_hash, challenge, expires_at) values (?, ?, ?)
   on conflict (session_hash) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
);
const takeIt = returning<{ challenge: string; expiresAt: number }>(
  "delete from passkey_challenge where session_hash = ?",
  { challenge: "challenge", expiresAt: "expires_at" },
);
const dropOldChallenges = command("delete from passkey_challenge where expires_at <= ?");

/** Finds a half session that still waits at `now`. */
export async function findHalfSession(db: Reads, hash: string, now: number): Promise<HalfSession | undefined> {
  const half = await db.get(byHash, hash);
  return half !== undefined && half.expiresAt > now ? half : undefined;
}

export function insertHalfSession(tx: Tx, { hash, personId, expiresAt }: HalfSession): void {
  tx.run(add, hash, personId, expiresAt);
}

export function deleteHalfSession(tx: Tx, hash: string): void {
  tx.run(drop, hash);
}

/** Ends all that only wants a second factor or a choice: the password that was given no longer opens anything. */
export function deleteHalfSessionsOf(tx: Tx, personId: string): void {
  tx.run(dropOf, personId);
  deleteChoicesOfPerson(tx, personId);
}

/** What a passkey is to sign for a session, or for a half one; in place of any that was not signed yet. */
export function putPasskeyChallenge(tx: Tx, sessionHash: string, challenge: string, expiresAt: number): void {
  tx.run(putChallenge, sessionHash, challenge, expiresAt);
}

/** Gives it to one taker only; undefined if there is none, or it is too old. */
export async function takePasskeyChallenge(tx: Tx, sessionHash: string, now: number): Promise<string | undefined> {
  const found = await tx.get(takeIt, sessionHash);
  return found !== undefined && found.expiresAt > now ? found.challenge : undefined;
}

/** Deletes half sessions and challenges that ended by `now`. */
export function dropEndedHalfSessions(tx: Tx, now: number): void {
  tx.run(dropEnded, now);
  tx.run(dropOldChallenges, now);
}
