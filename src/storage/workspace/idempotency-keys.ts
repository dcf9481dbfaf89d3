// The stored outputs of requests with an Idempotency-Key, found by the caller and the key that they sent.
import { command, query, type Reads, returning, type Tx } from "../database/database.ts";

export interface StoredOutput {
  owner: string;
  key: string;
  /** A hash that tells one request from another. */
  fingerprint: string;
  /** The app of the request. */
  appId: string;
  /** What the request was answered with, as JSON. */
  output: string;
}

const COLUMNS = { owner: "owner", key: "key", fingerprint: "print", appId: "app_id", output: "output" };
const byKey = query<StoredOutput>(COLUMNS, "from idempotency where owner = ? and key = ? and made_at > ?");
const keep = returning<{ key: string }>(
  `insert into idempotency (owner, key, print, app_id, output, made_at) values (?, ?, ?, ?, ?, ?)
   on conflict (owner, key) do update set print = excluded.print, app_id = excluded.app_id, output = excluded.output,
     made_at = excluded.made_at where idempotency.made_at <= ?`,
  { key: "key" },
);
const older = query<{ madeAt: number }>(
  { madeAt: "made_at" },
  "from idempotency where made_at <= ? order by made_at limit ?",
);
const dropUpTo = command("delete from idempotency where made_at <= ?");

/** The output of an earlier request with this key, if it came after a moment. */
export async function findOutput(
  db: Reads,
  owner: string,
  key: string,
  after: number,
): Promise<StoredOutput | undefined> {
  return db.get(byKey, owner, key, after);
}

/**
 * Stores an output in place of one from before a time; false, and nothing stored, where there is a newer one. Waits for
 * another transaction that stores one under the same key.
 */
export async function keepOutput(tx: Tx, kept: StoredOutput, now: number, upTo: number): Promise<boolean> {
  const { owner, key, fingerprint, appId, output } = kept;
  return (await tx.get(keep, owner, key, fingerprint, appId, output, now, upTo)) !== undefined;
}

/** Forgets some of what was kept up to a moment; says whether there is more. */
export async function dropOutputsBefore(tx: Tx, at: number, limit: number): Promise<boolean> {
  const old = await tx.all(older, at, limit);
  if (old.length > 0) tx.run(dropUpTo, old.at(-1)!.madeAt);
  return old.length === limit;
}
