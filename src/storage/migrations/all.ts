// Every step of the schema, in order.
import { foundation } from "./0001-foundation.ts";
import { webhook } from "./0002-webhook.ts";
import { people } from "./0003-people.ts";
import { live } from "./0004-live.ts";

/** A database at version n has had the first n of them. */
export const MIGRATIONS: readonly string[] = [foundation, webhook, people, live];

/** Tables in the order they were made: each stands after those that its rows refer to. */
export const TABLES: readonly string[] = MIGRATIONS.flatMap((step) =>
  [...step.matchAll(/create table ("?\w+"?)/g)].map((match) => match[1]!),
);
