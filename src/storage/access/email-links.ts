// Links by which somebody confirms that an e-mail address is theirs: one for each person at most. Only the hash of its token is kept.
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

export interface EmailLink {
  personId: string;
  /** The one they have, or the one that they want. In small letters. */
  email: string;
  /** Null until it is mailed. */
  hash: string | null;
  askedAt: number;
  expiresAt: number;
}

const COLUMNS = {
  personId: "person_id",
  email: "email",
  hash: "hash",
  askedAt: "asked_at",
  expiresAt: "expires_at",
};

const ofPerson = query<EmailLink>(COLUMNS, "from email_link where person_id = ?");
const byHash = query<EmailLink>(COLUMNS, "from email_link where hash = ?");
const add = insert("email_link", Object.values(COLUMNS));
const dropFor = command("delete from email_link where person_id = ?");
const setHash = command("update email_link set hash = ? where person_id = ?");
const dropEnded = command("delete from email_link where expires_at <= ?");

/** A person's link, if it still works at `now`. */
export async function findEmailLink(db: Reads, personId: string, now: number): Promise<EmailLink | undefined> {
  const link = await db.get(ofPerson, personId);
  return link !== undefined && link.expiresAt > now ? link : undefined;
}

/** The one of a token, whosever it is; says nothing of whether it still works. */
export async function findEmailLinkByHash(db: Reads, hash: string): Promise<EmailLink | undefined> {
  return db.get(byHash, hash);
}

/** Replaces any link that the person had; the caller has locked the person. */
export function putEmailLink(tx: Tx, link: EmailLink): void {
  deleteEmailLinkFor(tx, link.personId);
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof EmailLink)[]).map((field) => link[field]));
}

export function updateEmailLinkHash(tx: Tx, personId: string, hash: string): void {
  tx.run(setHash, hash, personId);
}

export function deleteEmailLinkFor(tx: Tx, personId: string): void {
  tx.run(dropFor, personId);
}

export function dropEndedEmailLinks(tx: Tx, now: number): void {
  tx.run(dropEnded, now);
}
