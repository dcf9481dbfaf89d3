// Links by which somebody who forgot their password sets a new one: one for each person at most that was
// shown to whoever made it, and one that was mailed. Only the hash of its token is kept.
import { command, query, type Reads, type Tx } from "../database/database.ts";

export interface ResetLink {
  personId: string;
  hash: string;
  /** The admin who made it; null for the command line. */
  madeBy: string | null;
  expiresAt: number;
}

/** A link that is mailed to the person's own address, whoever asked for it. */
export type MailedResetLink = Omit<ResetLink, "madeBy">;

/** A link with the person whom it is for. */
export interface FoundResetLink extends Omit<MailedResetLink, "hash"> {
  name: string;
  email: string;
}

const byHash = query<FoundResetLink>(
  { personId: "r.person_id", expiresAt: "r.expires_at", name: "p.name", email: "p.email" },
  `from (select person_id, hash, expires_at, made_by from reset_link
         union all select person_id, hash, expires_at, null from mailed_reset_link) r
   join person p on p.id = r.person_id
   where r.hash = ? and p.removed_at is null and (p.operator_since is null or r.made_by is null)`,
);
const mailedTo = query<{ expiresAt: number }>(
  { expiresAt: "expires_at" },
  "from mailed_reset_link where person_id = ?",
);
const put = command(
  `insert into reset_link (person_id, hash, made_by, expires_at) values (?, ?, ?, ?)
   on conflict (person_id) do update set hash = excluded.hash, made_by = excluded.made_by, expires_at = excluded.expires_at`,
);
const putMailed = command(
  `insert into mailed_reset_link (person_id, hash, expires_at) values (?, ?, ?)
   on conflict (person_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
);
const dropFor = command("delete from reset_link where person_id = ?");
const dropMailedFor = command("delete from mailed_reset_link where person_id = ?");
const dropBy = command("delete from reset_link where made_by = ?");
const dropEnded = command("delete from reset_link where expires_at <= ?");
const dropMailedEnded = command("delete from mailed_reset_link where expires_at <= ?");

/** The link of a token, if it still works at `now`. What an admin has made does not work for an operator. */
export async function findResetLink(db: Reads, hash: string, now: number): Promise<FoundResetLink | undefined> {
  const link = await db.get(byHash, hash);
  return link !== undefined && link.expiresAt > now ? link : undefined;
}

/** When the link that was mailed to the person, and not used, ends or has ended; undefined if there is none. */
export async function findMailedLinkEnd(db: Reads, personId: string): Promise<number | undefined> {
  return (await db.get(mailedTo, personId))?.expiresAt;
}

/** Replaces any link that was shown for the person before; one that was mailed to them stays. */
export function putResetLink(tx: Tx, { personId, hash, madeBy, expiresAt }: ResetLink): void {
  tx.run(put, personId, hash, madeBy, expiresAt);
}

/** Replaces any link that was mailed to the person before; one that an admin passed on stays. */
export function putMailedResetLink(tx: Tx, { personId, hash, expiresAt }: MailedResetLink): void {
  tx.run(putMailed, personId, hash, expiresAt);
}

export function deleteResetLinksFor(tx: Tx, personId: string): void {
  tx.run(dropFor, personId);
  tx.run(dropMailedFor, personId);
}

/** Deletes the links that an admin made for others. */
export function deleteResetLinksBy(tx: Tx, personId: string): void {
  tx.run(dropBy, personId);
}

export function dropEndedResetLinks(tx: Tx, now: number): void {
  tx.run(dropEnded, now);
  tx.run(dropMailedEnded, now);
}
