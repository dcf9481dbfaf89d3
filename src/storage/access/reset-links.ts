// Links by which somebody who forgot their password sets a new one: one for each person at most. Only the hash of its token is kept.
import { command, query, type Reads, type Tx } from "../database/database.ts";

export interface ResetLink {
  personId: string;
  hash: string;
  /** The admin who made it; null for the command line. */
  madeBy: string | null;
  expiresAt: number;
}

/** With whom it is for. */
export interface FoundResetLink extends Omit<ResetLink, "hash" | "madeBy"> {
  name: string;
  email: string;
}

const byHash = query<FoundResetLink>(
  { personId: "r.person_id", expiresAt: "r.expires_at", name: "p.name", email: "p.email" },
  "from reset_link r join person p on p.id = r.person_id where r.hash = ? and p.removed_at is null",
);
const put = command(
  `insert into reset_link (person_id, hash, made_by, expires_at) values (?, ?, ?, ?)
   on conflict (person_id) do update set hash = excluded.hash, made_by = excluded.made_by, expires_at = excluded.expires_at`,
);
const dropFor = command("delete from reset_link where person_id = ?");
const dropBy = command("delete from reset_link where made_by = ?");
const dropEnded = command("delete from reset_link where expires_at <= ?");

/** The link of a token, if it still works at `now`. */
export async function findResetLink(db: Reads, hash: string, now: number): Promise<FoundResetLink | undefined> {
  const link = await db.get(byHash, hash);
  return link !== undefined && link.expiresAt > now ? link : undefined;
}

/** In place of any that the person had. */
export function putResetLink(tx: Tx, { personId, hash, madeBy, expiresAt }: ResetLink): void {
  tx.run(put, personId, hash, madeBy, expiresAt);
}

export function deleteResetLinkFor(tx: Tx, personId: string): void {
  tx.run(dropFor, personId);
}

/** Those that an admin has made are void. */
export function deleteResetLinksBy(tx: Tx, personId: string): void {
  tx.run(dropBy, personId);
}

export function dropEndedResetLinks(tx: Tx, now: number): void {
  tx.run(dropEnded, now);
}
