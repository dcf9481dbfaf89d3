// People as they cross the boundary. Nothing of a password ever does, in this direction.
import * as z from "zod";
import { isFullAdmin } from "../../domain/access/grant.ts";
import { MAX_ASSIGNEES, MAX_SCOPED_APPS } from "../../domain/limits.ts";
import { isoTime } from "../../lib/clock.ts";
import { listOf, lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import { reachOf } from "../../storage/access/keys.ts";
import type { Person } from "../../storage/access/people.ts";
import { flag, personEmail, role, timestamp } from "../fields.ts";
import { personName } from "./person-name.ts";

export const AssignBody = z.strictObject({ people: listOf(lookupName, MAX_ASSIGNEES) });

export const ChangePersonBody = z
  .strictObject({
    role: optional(role),
    apps: listOf(lookupName, MAX_SCOPED_APPS, 1).nullable().optional(),
    revoke_keys: optional(z.boolean()),
  })
  .refine(({ role, apps }) => role !== undefined || apps !== undefined, "expected role or apps");

/** What people change of themselves. The e-mail address, which one signs in with, takes the password. */
export const ChangeProfileBody = z
  .strictObject({ name: optional(personName), email: optional(personEmail), current_password: optional(z.string()) })
  .refine(({ name, email }) => name !== undefined || email !== undefined, "expected name or email");

export const RemovePersonQuery = z.strictObject({ revoke_keys: flag });

const fields = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  apps: z.array(z.string()).nullable(),
};

export const PersonSchema = z.strictObject({ ...fields, created_at: timestamp });
/** A person with whether they have a second factor. */
export const ListedPersonSchema = PersonSchema.extend({ second_factor: z.boolean() });
/** Somebody who was removed, and not erased. */
export const RemovedPersonSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  removed_at: timestamp,
});
/** The person who is signed in. */
export const PersonMeSchema = z.strictObject({ ...fields, operator: z.boolean(), needs_second_factor: z.boolean() });

/** Somebody else who reaches an app, as everybody who does may know them. */
export const ColleagueSchema = z.strictObject({ id: z.string(), name: z.string() });

export function presentColleague({ id, name }: Person): string {
  return JSON.stringify({ id, name } satisfies z.infer<typeof ColleagueSchema>);
}

export function presentPerson(person: Person): z.infer<typeof PersonSchema> {
  const { id, name, email, role, createdAt } = person;
  return { id, name, email, role, apps: reachOf(person).apps as string[] | null, created_at: isoTime(createdAt) };
}

export function presentRemovedPerson({ id, name, email, removedAt }: Person): z.infer<typeof RemovedPersonSchema> {
  return { id, name, email, removed_at: isoTime(removedAt!) };
}

/** An operator is an admin of everything: who no longer is one sees no other workspace. */
export function isOperator(person: Pick<Person, "operatorSince" | "role" | "apps">): boolean {
  return person.operatorSince !== null && isFullAdmin(person);
}

export function presentPersonMe(me: z.infer<typeof PersonMeSchema>): string {
  const { id, name, email, role, apps, operator, needs_second_factor } = me;
  return JSON.stringify({ id, name, email, role, apps, operator, needs_second_factor } satisfies typeof me);
}
