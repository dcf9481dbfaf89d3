// Those who have asked for a workspace of their own and have not confirmed their e-mail address yet. Only hashes are kept, of the address and of the
// link's token: the address itself is in the link.
import { command, insert, query, type Reads, returning, type Tx } from "../database/database.ts";

export interface SignUp {
  /** A hash of the address in small letters. */
  emailHash: string;
  /** Null until it is mailed. */
  hash: string | null;
  askedAt: number;
  expiresAt: number;
}

const COLUMNS = { emailHash: "email_hash", hash: "hash", askedAt: "asked_at", expiresAt: "expires_at" };
const byEmail = query<SignUp>(COLUMNS, "from sign_up where email_hash = ?");
const byHash = query<SignUp>(COLUMNS, "from sign_up where hash = ?");
const add = insert("sign_up", Object.values(COLUMNS));
const drop = command("delete from sign_up where email_hash = ?");
const take = returning<SignUp>("delete from sign_up where hash = ?", COLUMNS);
const setHash = command("update sign_up set hash = ? where email_hash = ?");
const dropEnded = command("delete from sign_up where expires_at <= ?");

/** The sign-up of an address, if its link still works at `now`. */
export async function findSignUp(db: Reads, emailHash: string, now: number): Promise<SignUp | undefined> {
  return open(await db.get(byEmail, emailHash), now);
}

/** The sign-up of a link's token, if it still works at `now`. */
export async function findSignUpByHash(db: Reads, hash: string, now: number): Promise<SignUp | undefined> {
  return open(await db.get(byHash, hash), now);
}

/** Takes the sign-up of a link's token: only one request gets it. */
export async function takeSignUp(tx: Tx, hash: string, now: number): Promise<SignUp | undefined> {
  return open(await tx.get(take, hash), now);
}

function open(found: SignUp | undefined, now: number): SignUp | undefined {
  return found !== undefined && found.expiresAt > now ? found : undefined;
}

/** Replaces any earlier sign-up of the address. */
export function putSignUp(tx: Tx, signUp: SignUp): void {
  tx.run(drop, signUp.emailHash);
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof SignUp)[]).map((field) => signUp[field]));
}

export function updateSignUpHash(tx: Tx, emailHash: string, hash: string): void {
  tx.run(setHash, hash, emailHash);
}

export function dropEndedSignUps(tx: Tx, now: number): void {
  tx.run(dropEnded, now);
}
