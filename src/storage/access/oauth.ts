// Programs that may ask to be let in, the codes that they get for it, and the tokens by which they stay. Only hashes of codes and tokens are kept.
import type { Role } from "../../domain/access/grant.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

export interface Client {
  id: string;
  name: string;
  /** The client's redirect addresses as JSON. */
  redirects: string;
  createdAt: number;
  /** When somebody last let it in; null: nobody has. */
  usedAt: number | null;
}

export interface SignInCode {
  hash: string;
  clientId: string;
  personId: string;
  redirect: string;
  challenge: string;
  role: Role;
  /** Ids of apps as JSON; null reaches every app. */
  apps: string | null;
  /** 1 if an issuer or proxy vouched for the person: no second factor is asked for here. */
  vouched: number;
  expiresAt: number;
  /** The key that was made of it; null: it was not used. */
  keyId: string | null;
}

export interface RefreshToken {
  hash: string;
  keyId: string;
  expiresAt: number;
  /** 0: it was used, or another was given in its place, too long ago or for too many to bring it again. Null: it was not used. */
  usedAt: number | null;
}

const CLIENT = { id: "id", name: "name", redirects: "redirects", createdAt: "created_at", usedAt: "used_at" };
const CODE = {
  hash: "hash",
  clientId: "client_id",
  personId: "person_id",
  redirect: "redirect",
  challenge: "challenge",
  role: "role",
  apps: "apps",
  vouched: "vouched",
  expiresAt: "expires_at",
  keyId: "key_id",
};
const REFRESH = { hash: "hash", keyId: "key_id", expiresAt: "expires_at", usedAt: "used_at" };

const clientById = query<Client>(CLIENT, "from oauth_client where id = ?");
const unused = query<{ n: number }>({ n: "cast(count(*) as bigint)" }, "from oauth_client where used_at is null");
const addClient = insert("oauth_client", Object.values(CLIENT));
const useClient = command("update oauth_client set used_at = ? where id = ?");
const dropOldest = command(
  "delete from oauth_client where id in (select id from oauth_client where used_at is null order by created_at, id limit ?)",
);
const dropUnused = command("delete from oauth_client where used_at is null and created_at <= ?");
const dropDeserted = command(
  `delete from oauth_client where used_at <= ?
    and not exists (select 1 from key k where k.client_id = oauth_client.id and k.revoked_at is null)`,
);
const codeOwner = query<{ personId: string }>({ personId: "person_id" }, "from oauth_code where hash = ?");
const codeLocked = query<SignInCode>(CODE, "from oauth_code where hash = ? {lock}");
const addCode = insert("oauth_code", Object.values(CODE));
const useCode = command("update oauth_code set key_id = ? where hash = ?");
const dropCode = command("delete from oauth_code where hash = ?");
const dropCodesOf = command("delete from oauth_code where person_id = ?");
const dropCodes = command("delete from oauth_code where expires_at <= ?");
const refreshByHash = query<RefreshToken>(REFRESH, "from refresh_token where hash = ?");
const refreshLocked = query<RefreshToken>(REFRESH, "from refresh_token where hash = ? {lock}");
const addRefresh = insert("refresh_token", Object.values(REFRESH));
const useRefresh = command("update refresh_token set used_at = ? where hash = ?");
const spendRefreshOf = command("update refresh_token set used_at = 0 where key_id = ?");
const dropRefreshOf = command("delete from refresh_token where key_id = ?");
const dropRefresh = command("delete from refresh_token where expires_at <= ?");

export async function findClient(db: Reads, id: string): Promise<Client | undefined> {
  return db.get(clientById, id);
}

export async function countUnusedClients(db: Reads): Promise<number> {
  return (await db.get(unused))!.n;
}

export function insertClient(tx: Tx, client: Client): void {
  tx.run(addClient, ...(Object.keys(CLIENT) as (keyof Client)[]).map((field) => client[field]));
}

export function markClientUsed(tx: Tx, id: string, at: number): void {
  tx.run(useClient, at, id);
}

/** Deletes the clients that have waited longest without being let in. */
export function dropOldestUnusedClients(tx: Tx, count: number): void {
  tx.run(dropOldest, count);
}

/** Deletes clients that nobody let in since, and that have no assistant left. */
export function dropClients(tx: Tx, since: number): void {
  tx.run(dropUnused, since);
  tx.run(dropDeserted, since);
}

/** The person who let the assistant in that a code is for. */
export async function findCodeOwner(db: Reads, hash: string): Promise<string | undefined> {
  return (await db.get(codeOwner, hash))?.personId;
}

/** Locks a code: of two who bring it at once, one comes second and finds it used. */
export async function lockCode(tx: Tx, hash: string): Promise<SignInCode | undefined> {
  return tx.get(codeLocked, hash);
}

export function insertCode(tx: Tx, code: SignInCode): void {
  tx.run(addCode, ...(Object.keys(CODE) as (keyof SignInCode)[]).map((field) => code[field]));
}

export function markCodeUsed(tx: Tx, hash: string, keyId: string): void {
  tx.run(useCode, keyId, hash);
}

export function deleteCode(tx: Tx, hash: string): void {
  tx.run(dropCode, hash);
}

export function deleteCodesOf(tx: Tx, personId: string): void {
  tx.run(dropCodesOf, personId);
}

export async function findRefreshToken(db: Reads, hash: string): Promise<RefreshToken | undefined> {
  return db.get(refreshByHash, hash);
}

export async function lockRefreshToken(tx: Tx, hash: string): Promise<RefreshToken | undefined> {
  return tx.get(refreshLocked, hash);
}

export function insertRefreshToken(tx: Tx, token: RefreshToken): void {
  tx.run(addRefresh, token.hash, token.keyId, token.expiresAt, token.usedAt);
}

/** Marks all refresh tokens of a key as used: whoever brings one again got it from somebody else. */
export function spendRefreshTokensOf(tx: Tx, keyId: string): void {
  tx.run(spendRefreshOf, keyId);
}

export function markRefreshTokenUsed(tx: Tx, hash: string, at: number): void {
  tx.run(useRefresh, at, hash);
}

export function deleteRefreshTokensOf(tx: Tx, keyId: string): void {
  tx.run(dropRefreshOf, keyId);
}

/** Codes that ran out by `codesBy`, and tokens that did by `now`. */
export function dropEndedCodes(tx: Tx, codesBy: number, now: number): void {
  tx.run(dropCodes, codesBy);
  tx.run(dropRefresh, now);
}
