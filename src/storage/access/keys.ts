// API keys: a grant with a name. Only hashes of their secrets are kept; a rotated key has two for a while.

import type { Reach, Role } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import { command, insert, query, type Reads, type Tx, withList } from "../database/database.ts";

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
  /** The person who made it, also by way of another key; null for the command line. */
  createdBy: string | null;
  /** When it expires; null means never. */
  expiresAt: number | null;
  /** The client of an assistant that its maker let in; null for a key like any other. */
  clientId: string | null;
  /**
   * For an assistant's key, 1 if an issuer or proxy vouched for its person: then no second factor is asked for here.
   */
  vouched: number;
}

/** A key with the name of whoever made it. */
export interface ListedKey extends Key {
  maker: string | null;
}

export const KEY_COLUMNS = {
  id: "k.id",
  workspaceId: "k.workspace_id",
  name: "k.name",
  role: "k.role",
  apps: "k.apps",
  createdAt: "k.created_at",
  lastUsedAt: "k.last_used_at",
  revokedAt: "k.revoked_at",
  createdBy: "k.created_by",
  expiresAt: "k.expires_at",
  clientId: "k.client_id",
  vouched: "k.vouched",
};

/** A key as it was found by one of its secrets. */
export interface FoundKey extends Key {
  secretHash: string;
  /** When the secret expires, whatever happens to the key; null means never. */
  secretExpiresAt: number | null;
  /** Changes whenever a key of the workspace stops being valid, or what the workspace may send changes. */
  keysRevision: number;
  /** Requests a minute that the workspace may make; null: as many as any workspace of the server. */
  requestRate: number | null;
}

const FOUND = {
  ...KEY_COLUMNS,
  secretHash: "s.hash",
  secretExpiresAt: "s.expires_at",
  keysRevision: "w.keys_revision",
  requestRate: "w.request_rate",
};
const BY_SECRET =
  "from key_secret s join key k on k.id = s.key_id join workspace w on w.id = k.workspace_id where k.client_id is null and";
const byHash = query<FoundKey>(FOUND, `${BY_SECRET} s.hash = ?`);
const byHashes = withList((oneOf) => query<FoundKey>(FOUND, `${BY_SECRET} s.hash ${oneOf}`));
const revisionOf = query<{ n: number }>({ n: "keys_revision" }, "from workspace where id = ?");
const bumpRevision = command("update workspace set keys_revision = keys_revision + 1 where id = ?");
const LISTED = { ...KEY_COLUMNS, maker: "p.name" };
const WITH_MAKER = "from key k left join person p on p.id = k.created_by";
const byId = query<ListedKey>(LISTED, `${WITH_MAKER} where k.id = ? and k.workspace_id = ?`);
const byIdLocked = query<Key>(KEY_COLUMNS, "from key k where k.id = ? and k.workspace_id = ? {lock}");
const anyById = query<Key>(KEY_COLUMNS, "from key k where k.id = ?");
const ofWorkspace = query<ListedKey>(
  LISTED,
  `${WITH_MAKER} where k.workspace_id = ? and k.revoked_at is null order by k.id`,
);
const ofMaker = query<ListedKey>(
  LISTED,
  `${WITH_MAKER} where k.created_by = ? and k.client_id is null and k.revoked_at is null order by k.id`,
);
const namesOf = query<{ name: string; createdBy: string | null }>(
  { name: "name", createdBy: "created_by" },
  "from key where workspace_id = ? order by id",
);
const ends = query<{ expired: number; soon: number }>(
  {
    expired: "cast(coalesce(sum(case when expires_at <= ? then 1 else 0 end), 0) as bigint)",
    soon: "cast(coalesce(sum(case when expires_at > ? then 1 else 0 end), 0) as bigint)",
  },
  "from key where revoked_at is null and client_id is null and expires_at is not null and expires_at <= ?",
);
const add = insert(
  "key",
  Object.values(KEY_COLUMNS).map((column) => column.slice(2)),
);
const addSecret = insert("key_secret", ["hash", "key_id", "expires_at"]);
const expireSecrets = command(
  "update key_secret set expires_at = ? where key_id = ? and (expires_at is null or expires_at > ?)",
);
const dropSecrets = command("delete from key_secret where key_id = ?");
const revoke = command("update key set revoked_at = ? where id = ?");
const prolong = command("update key set expires_at = ? where id = ?");
const touch = command("update key set last_used_at = ? where id = ?");

/** The key whose secret has this hash and is valid at `now`. */
export async function findKey(db: Reads, hash: string, now: number): Promise<FoundKey | undefined> {
  const key = await db.get(byHash, hash);
  return key !== undefined && isValid(key, now) ? key : undefined;
}

/** The keys of several secrets, as far as they are valid. */
export async function findKeys(db: Reads, hashes: readonly string[], now: number): Promise<FoundKey[]> {
  const keys = await db.all(byHashes[db.dialect], JSON.stringify(hashes));
  return keys.filter((key) => isValid(key, now));
}

function isValid(key: FoundKey, now: number): boolean {
  return key.revokedAt === null && endOfKey(key) > now;
}

/** When a key that was found is refused, by whichever of the two ends first. */
export function endOfKey({ expiresAt, secretExpiresAt }: FoundKey): number {
  return Math.min(expiresAt ?? Number.POSITIVE_INFINITY, secretExpiresAt ?? Number.POSITIVE_INFINITY);
}

/**
 * A cached key stays valid while this number stays and it hasn't expired. Answered at once where the database is local.
 */
export function getKeysRevision(db: Reads, workspaceId: string): Awaitable<number> {
  return andThen(db.get(revisionOf, workspaceId), (row) => row?.n ?? 0);
}

export function bumpKeysRevision(tx: Tx, workspaceId: string): void {
  tx.run(bumpRevision, workspaceId);
}

/** A key of the workspace that is not revoked. Throws `not_found`. */
export async function getKey(db: Reads, workspaceId: string, id: string): Promise<ListedKey> {
  const key = await db.get(byId, id, workspaceId);
  if (key === undefined || key.revokedAt !== null) throw notFound("key");
  return key;
}

/** Locks a key, so that two rotations at once happen one after the other. Throws `not_found`. */
export async function lockKey(tx: Tx, workspaceId: string, id: string): Promise<Key> {
  const key = await findKeyLocked(tx, workspaceId, id);
  if (key === undefined) throw notFound("key");
  return key;
}

/** Locks a key; undefined if there is none. */
export async function findKeyLocked(tx: Tx, workspaceId: string, id: string): Promise<Key | undefined> {
  const key = await tx.get(byIdLocked, id, workspaceId);
  return key === undefined || key.revokedAt !== null ? undefined : key;
}

/** Finds a key by its id in any workspace: whoever brings a token of it has no reach yet. */
export async function findKeyOfAnyWorkspace(db: Reads, id: string): Promise<Key | undefined> {
  return db.get(anyById, id);
}

export async function listKeys(db: Reads, workspaceId: string): Promise<ListedKey[]> {
  return db.all(ofWorkspace, workspaceId);
}

/**
 * Keys that a person made, without the assistants that they let in: those end with them. The caller has reached the
 * person.
 */
export async function listKeysMadeBy(db: Reads, personId: string): Promise<ListedKey[]> {
  return db.all(ofMaker, personId);
}

/** How many keys of every workspace have expired, and how many will by `until`: for whoever runs the server, who has no reach. */
export async function countKeyEnds(db: Reads, now: number, until: number): Promise<{ expired: number; soon: number }> {
  return (await db.get(ends, now, now, until))!;
}

/** The reach of a key, a person or an invitation. */
export function reachOf({ workspaceId, apps }: Pick<Key, "workspaceId" | "apps">): Reach {
  return { workspaceId, apps: apps === null ? null : (JSON.parse(apps) as string[]) };
}

export function insertKey(tx: Tx, key: Key): void {
  tx.run(add, ...(Object.keys(KEY_COLUMNS) as (keyof Key)[]).map((field) => key[field]));
}

export function insertKeySecret(tx: Tx, keyId: string, hash: string): void {
  tx.run(addSecret, hash, keyId, null);
}

/** Makes all present secrets of a key invalid. */
export function deleteKeySecrets(tx: Tx, keyId: string): void {
  tx.run(dropSecrets, keyId);
}

/** Makes all present secrets of a key expire at `at`, or earlier where they would have. */
export function expireKeySecrets(tx: Tx, keyId: string, at: number): void {
  tx.run(expireSecrets, at, keyId, at);
}

export function updateKeyEnd(tx: Tx, keyId: string, expiresAt: number): void {
  tx.run(prolong, expiresAt, keyId);
}

export function markKeyRevoked(tx: Tx, keyId: string, at: number): void {
  tx.run(revoke, at, keyId);
}

export function markKeyUsed(tx: Tx, keyId: string, at: number): void {
  tx.run(touch, at, keyId);
}

/** What keys are called, or were, and who made them. */
export async function listKeyNames(
  db: Reads,
  workspaceId: string,
): Promise<{ name: string; createdBy: string | null }[]> {
  return db.all(namesOf, workspaceId);
}
