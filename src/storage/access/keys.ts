// API keys: a grant with a name. Only hashes of their secrets are kept; a rotated key has two for a while.

import type { Reach, Role } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

export interface Key {
  id: string;
  workspaceId: string;
  name: string;
  role: Role;
  /** Ids of the apps the key is scoped to, as JSON; null reaches every app. */
  apps: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

const COLUMNS = {
  id: "k.id",
  workspaceId: "k.workspace_id",
  name: "k.name",
  role: "k.role",
  apps: "k.apps",
  createdAt: "k.created_at",
  lastUsedAt: "k.last_used_at",
  revokedAt: "k.revoked_at",
};

/** A key as it was found by one of its secrets. */
export interface FoundKey extends Key {
  /** When the secret runs out; null: never. */
  expiresAt: number | null;
  /** Changes whenever a key of the workspace stops being valid. */
  keysRevision: number;
}

const byHash = query<FoundKey>(
  { ...COLUMNS, expiresAt: "s.expires_at", keysRevision: "w.keys_revision" },
  `from key_secret s join key k on k.id = s.key_id join workspace w on w.id = k.workspace_id where s.hash = ?`,
);
const revisionOf = query<{ n: number }>({ n: "keys_revision" }, "from workspace where id = ?");
const bumpRevision = command("update workspace set keys_revision = keys_revision + 1 where id = ?");
const byId = query<Key>(COLUMNS, "from key k where k.id = ? and k.workspace_id = ?");
const byIdLocked = query<Key>(COLUMNS, "from key k where k.id = ? and k.workspace_id = ? {lock}");
const ofWorkspace = query<Key>(COLUMNS, "from key k where k.workspace_id = ? and k.revoked_at is null order by k.id");
const add = insert(
  "key",
  Object.values(COLUMNS).map((column) => column.slice(2)),
);
const addSecret = insert("key_secret", ["hash", "key_id", "expires_at"]);
const expireSecrets = command(
  "update key_secret set expires_at = ? where key_id = ? and (expires_at is null or expires_at > ?)",
);
const dropSecrets = command("delete from key_secret where key_id = ?");
const revoke = command("update key set revoked_at = ? where id = ?");
const touch = command("update key set last_used_at = ? where id = ?");

/** The key whose secret has this hash and is valid at `now`. */
export async function findKey(db: Reads, hash: string, now: number): Promise<FoundKey | undefined> {
  const key = await db.get(byHash, hash);
  if (key === undefined || key.revokedAt !== null) return undefined;
  return key.expiresAt === null || key.expiresAt > now ? key : undefined;
}

/** While this is the same, a key that was found valid still is, unless its secret has run out. At once where the database is local. */
export function getKeysRevision(db: Reads, workspaceId: string): Awaitable<number> {
  return andThen(db.get(revisionOf, workspaceId), (row) => row?.n ?? 0);
}

export function bumpKeysRevision(tx: Tx, workspaceId: string): void {
  tx.run(bumpRevision, workspaceId);
}

/** A key of the workspace that is not revoked. Throws `not_found`. */
export async function getKey(db: Reads, workspaceId: string, id: string): Promise<Key> {
  const key = await db.get(byId, id, workspaceId);
  if (key === undefined || key.revokedAt !== null) throw notFound("key");
  return key;
}

/** The same, taken for writing: two rotations at once happen one after the other. Throws `not_found`. */
export async function lockKey(tx: Tx, workspaceId: string, id: string): Promise<Key> {
  const key = await tx.get(byIdLocked, id, workspaceId);
  if (key === undefined || key.revokedAt !== null) throw notFound("key");
  return key;
}

export async function listKeys(db: Reads, workspaceId: string): Promise<Key[]> {
  return db.all(ofWorkspace, workspaceId);
}

/** The reach of a key, a person or an invitation. */
export function reachOf({ workspaceId, apps }: Pick<Key, "workspaceId" | "apps">): Reach {
  return { workspaceId, apps: apps === null ? null : (JSON.parse(apps) as string[]) };
}

export function insertKey(tx: Tx, key: Key): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Key)[]).map((field) => key[field]));
}

export function insertKeySecret(tx: Tx, keyId: string, hash: string): void {
  tx.run(addSecret, hash, keyId, null);
}

/** None of the key's present secrets is valid any more. */
export function deleteKeySecrets(tx: Tx, keyId: string): void {
  tx.run(dropSecrets, keyId);
}

/** From `at` on none of the key's present secrets is valid; none gets longer than it had. */
export function expireKeySecrets(tx: Tx, keyId: string, at: number): void {
  tx.run(expireSecrets, at, keyId, at);
}

export function markKeyRevoked(tx: Tx, keyId: string, at: number): void {
  tx.run(revoke, at, keyId);
}

export function markKeyUsed(tx: Tx, keyId: string, at: number): void {
  tx.run(touch, at, keyId);
}
