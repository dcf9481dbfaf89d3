// People: a grant with a name, an e-mail address and, for most, a password. Whoever was removed stays as a name only.

import { type Role, reaches } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import type { App } from "../apps/apps.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";
import { reachOf } from "./keys.ts";

export interface Person {
  id: string;
  workspaceId: string;
  name: string;
  /** The address in small letters. */
  email: string;
  role: Role;
  /** Ids of the apps the person is scoped to, as JSON; null reaches every app. */
  apps: string | null;
  passwordHash: string | null;
  createdAt: number;
  removedAt: number | null;
  /** When the address was confirmed by an invitation, an issuer or a mail; null: they only said that it is theirs. */
  emailConfirmedAt: number | null;
  /** When they became an operator, who manages all workspaces of the installation; null: they aren't one. */
  operatorSince: number | null;
}

export const PERSON_COLUMNS = {
  id: "id",
  workspaceId: "workspace_id",
  name: "name",
  email: "email",
  role: "role",
  apps: "apps",
  passwordHash: "password_hash",
  createdAt: "created_at",
  removedAt: "removed_at",
  emailConfirmedAt: "email_confirmed_at",
  operatorSince: "operator_since",
};

const byEmail = query<Person>(
  PERSON_COLUMNS,
  "from person where workspace_id = ? and email = ? and removed_at is null",
);
const removedByEmail = query<{ id: string }>(
  { id: "id" },
  "from person where workspace_id = ? and email = ? and removed_at is not null limit 1",
);
const byId = query<Person>(PERSON_COLUMNS, "from person where id = ?");
const byIdLocked = query<Person>(PERSON_COLUMNS, "from person where id = ? {lock}");
const ofWorkspace = query<Person>(
  PERSON_COLUMNS,
  "from person where workspace_id = ? and removed_at is null order by id",
);
const removedOfWorkspace = query<Person>(
  PERSON_COLUMNS,
  "from person where workspace_id = ? and removed_at is not null and email <> '' order by removed_at desc, id desc",
);
const add = insert("person", Object.values(PERSON_COLUMNS));
const setGrant = command("update person set role = ?, apps = ? where id = ?");
const setProfile = command("update person set name = ?, email = ?, email_confirmed_at = ? where id = ?");
const withEmail = query<Person>(PERSON_COLUMNS, "from person where workspace_id = ? and email = ? order by id");
const erase = command(
  "update person set name = ?, email = '', email_confirmed_at = null, password_hash = null where id = ?",
);
const renamed = query<Person>(
  PERSON_COLUMNS,
  "from person where renamed_at is not null and removed_at is null order by id limit ?",
);
const setRenamed = command("update person set renamed_at = ? where id = ?");
const setPassword = command("update person set password_hash = ? where id = ?");
/** Sorts names as people look them up: capitals make no difference. */
const BY_NAME = new Intl.Collator("en", { sensitivity: "base", numeric: true });
const remove = command("update person set removed_at = ?, password_hash = null, operator_since = null where id = ?");
const setOperator = command("update person set operator_since = ? where id = ?");
const operators = query<Person>(
  PERSON_COLUMNS,
  "from person where operator_since is not null and removed_at is null order by operator_since, id",
);

/** The people who manage all workspaces of the installation. */
export async function listOperators(db: Reads): Promise<Person[]> {
  return db.all(operators);
}

export function updateOperator(tx: Tx, id: string, since: number | null): void {
  tx.run(setOperator, since, id);
}

/** Finds the person with an address in one workspace. */
export async function findPersonByEmail(db: Reads, workspaceId: string, email: string): Promise<Person | undefined> {
  return db.get(byEmail, workspaceId, email);
}

/** Whether somebody who had the address was removed. */
export async function wasRemoved(db: Reads, workspaceId: string, email: string): Promise<boolean> {
  return (await db.get(removedByEmail, workspaceId, email)) !== undefined;
}

/** A person who was not removed; undefined if there is none. */
export async function findPerson(db: Reads, id: string): Promise<Person | undefined> {
  const person = await db.get(byId, id);
  return person === undefined || person.removedAt !== null ? undefined : person;
}

/** A person who was not removed, taken for writing; undefined if there is none. */
export async function findPersonLocked(tx: Tx, id: string): Promise<Person | undefined> {
  const person = await tx.get(byIdLocked, id);
  return person === undefined || person.removedAt !== null ? undefined : person;
}

/** Locks a person of this workspace. Throws `not_found`. */
export async function lockPerson(tx: Tx, workspaceId: string, id: string): Promise<Person> {
  const person = await findPersonLocked(tx, id);
  if (person === undefined || person.workspaceId !== workspaceId) throw notFound("person");
  return person;
}

/** A person of this workspace who was not removed. Throws `not_found`. */
export async function getPerson(db: Reads, workspaceId: string, id: string): Promise<Person> {
  const person = await findPerson(db, id);
  if (person === undefined || person.workspaceId !== workspaceId) throw notFound("person");
  return person;
}

export async function listPeople(db: Reads, workspaceId: string): Promise<Person[]> {
  return db.all(ofWorkspace, workspaceId);
}

/** Removed people who weren't erased, most recent first. */
export async function listRemovedPeople(db: Reads, workspaceId: string): Promise<Person[]> {
  return db.all(removedOfWorkspace, workspaceId);
}

/** The people who reach an app, by name. The caller has reached the app. */
export async function listPeopleOfApp(db: Reads, app: App): Promise<Person[]> {
  const people = await listPeople(db, app.workspaceId);
  return people
    .filter((person) => reaches(reachOf(person), app))
    .sort((a, b) => BY_NAME.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

/** Whoever has the address, and whoever was removed and had it. */
export async function listPeopleWithEmail(db: Reads, workspaceId: string, email: string): Promise<Person[]> {
  return db.all(withEmail, workspaceId, email);
}

export function insertPerson(tx: Tx, person: Person): void {
  tx.run(add, ...(Object.keys(PERSON_COLUMNS) as (keyof Person)[]).map((field) => person[field]));
}

export function updateGrant(tx: Tx, { id, role, apps }: Pick<Person, "id" | "role" | "apps">): void {
  tx.run(setGrant, role, apps, id);
}

type Profile = Pick<Person, "id" | "name" | "email" | "emailConfirmedAt">;

export function updateProfile(tx: Tx, { id, name, email, emailConfirmedAt }: Profile): void {
  tx.run(setProfile, name, email, emailConfirmedAt, id);
}

/** Some of the people whose former name may still be on issues. */
export async function listRenamed(db: Reads, limit: number): Promise<Person[]> {
  return db.all(renamed, limit);
}

/** `at` is null once all issues have the new name. */
export function markRenamed(tx: Tx, id: string, at: number | null): void {
  tx.run(setRenamed, at, id);
}

export function updatePassword(tx: Tx, id: string, hash: string): void {
  tx.run(setPassword, hash, id);
}

export function markRemoved(tx: Tx, id: string, at: number): void {
  tx.run(remove, at, id);
}

/** Erases a removed person: only their id stays, with what is shown in place of their name. */
export function markErased(tx: Tx, id: string, name: string): void {
  tx.run(erase, name, id);
}
