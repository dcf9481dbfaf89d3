// Who people are at an issuer: each identity is one person's in a workspace. That of somebody who was removed stays, so that they don't come back by it.
import type { Identity } from "../../domain/access/identity.ts";
import { MAX_ACCOUNTS } from "../../domain/limits.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

/** An identity with the person to whom it is linked. */
export interface LinkedIdentity extends Identity {
  personId: string;
  createdAt: number;
}

/** A linked identity; `removedAt` is set if its person was removed. */
export interface FoundIdentity extends LinkedIdentity {
  removedAt: number | null;
}

const COLUMNS = { issuer: "i.issuer", subject: "i.subject", personId: "i.person_id", createdAt: "i.created_at" };
const byName = query<FoundIdentity>(
  { ...COLUMNS, removedAt: "p.removed_at" },
  "from identity i join person p on p.id = i.person_id where i.issuer = ? and i.subject = ? and p.workspace_id = ?",
);

/** The person to whom an identity is linked in one workspace. */
export interface Holder {
  personId: string;
  workspaceId: string;
}

const holders = query<Holder>(
  { personId: "i.person_id", workspaceId: "p.workspace_id" },
  `from identity i join person p on p.id = i.person_id
   where i.issuer = ? and i.subject = ? and p.removed_at is null order by i.person_id limit ${MAX_ACCOUNTS}`,
);
const mine = query<{ personId: string }>(
  { personId: "i.person_id" },
  "from identity i where i.issuer = ? and i.subject = ? and i.person_id = ?",
);
const ofPerson = query<LinkedIdentity>(
  COLUMNS,
  "from identity i where i.person_id = ? order by i.created_at, i.issuer, i.subject",
);
const add = insert("identity", ["issuer", "subject", "person_id", "created_at"]);
const drop = command(
  `delete from identity where issuer = ? and subject = ? and person_id in
     (select other.id from person other join person own on own.workspace_id = other.workspace_id where own.id = ?)`,
);
const dropAt = command("delete from identity where person_id = ? and issuer = ?");
const dropOfPerson = command("delete from identity where person_id = ?");

/** Finds the person to whom an identity is linked in a workspace. */
export async function findIdentity(
  db: Reads,
  workspaceId: string,
  { issuer, subject }: Identity,
): Promise<FoundIdentity | undefined> {
  return db.get(byName, issuer, subject, workspaceId);
}

/** The people whose it is, in whichever workspace. */
export async function listHolders(db: Reads, { issuer, subject }: Identity): Promise<Holder[]> {
  return db.all(holders, issuer, subject);
}

export async function isIdentityOf(db: Reads, { issuer, subject }: Identity, personId: string): Promise<boolean> {
  return (await db.get(mine, issuer, subject, personId)) !== undefined;
}

/** A person's identities, oldest first. The caller has reached the person. */
export async function listIdentitiesOf(db: Reads, personId: string): Promise<LinkedIdentity[]> {
  return db.all(ofPerson, personId);
}

/** Links an identity to a person, whoever of their workspace had it. */
export function putIdentity(tx: Tx, { issuer, subject }: Identity, personId: string, at: number): void {
  tx.run(drop, issuer, subject, personId);
  tx.run(add, issuer, subject, personId, at);
}

/** Unlinks a person's identity at one issuer. */
export function deleteIdentityAt(tx: Tx, personId: string, issuer: string): void {
  tx.run(dropAt, personId, issuer);
}

export function deleteIdentitiesOf(tx: Tx, personId: string): void {
  tx.run(dropOfPerson, personId);
}
