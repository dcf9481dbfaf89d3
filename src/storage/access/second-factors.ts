// Second factors of people, and the recovery codes for when they are lost.
import type { FactorKind } from "../../domain/access/second-factor.ts";
import { command, insert, query, type Reads, returning, type Tx } from "../database/database.ts";

export interface SecondFactor {
  id: string;
  personId: string;
  kind: FactorKind;
  name: string;
  /** The secret of TOTP, encrypted with the operator's key. */
  secret: string | null;
  /** The id that a passkey is found by. */
  credentialId: string | null;
  credential: string | null;
  /** The last TOTP step, or how often the passkey has signed. It only goes up, so that no code works twice. */
  counter: number;
  createdAt: number;
  lastUsedAt: number | null;
}

const COLUMNS = {
  id: "id",
  personId: "person_id",
  kind: "kind",
  name: "name",
  secret: "secret",
  credentialId: "credential_id",
  credential: "credential",
  counter: "counter",
  createdAt: "created_at",
  lastUsedAt: "last_used_at",
};

const ofPerson = query<SecondFactor>(COLUMNS, "from second_factor where person_id = ? order by id");
const holders = query<{ personId: string }>(
  { personId: "p.id" },
  "from person p where p.workspace_id = ? and exists (select 1 from second_factor f where f.person_id = p.id)",
);
const ofCredential = query<{ id: string }>({ id: "id" }, "from second_factor where credential_id = ?");
const add = insert("second_factor", Object.values(COLUMNS));
const setName = command("update second_factor set name = ? where id = ?");
const setUsed = command("update second_factor set counter = ?, last_used_at = ? where id = ?");
const drop = command("delete from second_factor where id = ?");
const dropOf = command("delete from second_factor where person_id = ?");
const codesLeft = query<{ n: number }>({ n: "count(*)" }, "from recovery_code where person_id = ? and used_at is null");
const addCode = insert("recovery_code", ["person_id", "hash", "used_at"]);
const useCode = returning<{ hash: string }>(
  "update recovery_code set used_at = ? where person_id = ? and hash = ? and used_at is null",
  { hash: "hash" },
);
const dropCodes = command("delete from recovery_code where person_id = ?");

/** A person's second factors in the order in which they were added. */
export async function listFactors(db: Reads, personId: string): Promise<SecondFactor[]> {
  return db.all(ofPerson, personId);
}

/** The ids of people in a workspace who have a second factor. */
export async function listFactorHolders(db: Reads, workspaceId: string): Promise<Set<string>> {
  return new Set((await db.all(holders, workspaceId)).map(({ personId }) => personId));
}

export async function isCredentialKnown(db: Reads, credentialId: string): Promise<boolean> {
  return (await db.get(ofCredential, credentialId)) !== undefined;
}

export function insertFactor(tx: Tx, factor: SecondFactor): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof SecondFactor)[]).map((field) => factor[field]));
}

export function renameFactor(tx: Tx, id: string, name: string): void {
  tx.run(setName, name, id);
}

export function markFactorUsed(tx: Tx, id: string, counter: number, at: number): void {
  tx.run(setUsed, counter, at, id);
}

export function deleteFactor(tx: Tx, id: string): void {
  tx.run(drop, id);
}

/** Deletes a person's second factors, and their recovery codes, which are of no use alone. */
export function deleteFactorsOf(tx: Tx, personId: string): void {
  tx.run(dropOf, personId);
  tx.run(dropCodes, personId);
}

export async function countCodesLeft(db: Reads, personId: string): Promise<number> {
  return Number((await db.get(codesLeft, personId))!.n);
}

/** Replaces a person's recovery codes. */
export function putRecoveryCodes(tx: Tx, personId: string, hashes: readonly string[]): void {
  tx.run(dropCodes, personId);
  for (const hash of hashes) tx.run(addCode, personId, hash, null);
}

/** False for one that was used before, or never was. */
export async function takeRecoveryCode(tx: Tx, personId: string, hash: string, at: number): Promise<boolean> {
  return (await tx.get(useCode, at, personId, hash)) !== undefined;
}
