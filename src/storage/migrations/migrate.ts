// Brings a database to the current schema: under a lock, each step in its own transaction, never edited once released.
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { makePrivate } from "../../lib/files/private-file.ts";
import type { Postgres } from "../database/postgres.ts";
import { openSqliteWriter, type SqliteWriter } from "../database/sqlite.ts";
import { MIGRATIONS, type Migration, textOf } from "./all.ts";

const ADVISORY_LOCK = 7_383_784;
const STEP_WAITS_MS = 300;
const LET_PASS_MS = 700;
const MAX_ATTEMPTS = 600;
/** Somebody holds a table, or waits for what this step holds. */
const IN_THE_WAY = new Set(["55P03", "40P01"]);
const HELD =
  "The database can't be brought to the current schema: for ten minutes others have held its tables, perhaps a backup. Start again when that has ended.";

const SQLITE: Record<string, string> = {
  text: "text",
  int: "integer",
  strict: "strict",
  strict_without_rowid: "strict, without rowid",
};
/** Texts compare by their bytes, as SQLite compares them. */
const POSTGRES: Record<string, string> = {
  text: 'text collate "C"',
  int: "bigint",
  strict: "",
  strict_without_rowid: "",
};

/** A copy of the file is taken before anything is changed. Two processes may start at once: the second finds it done. */
export function migrateSqlite(file: string, migrations = MIGRATIONS): void {
  mkdirSync(dirname(file), { recursive: true });
  const writer = openSqliteWriter(file);
  try {
    const version = sqliteVersion(writer);
    requireKnown(version, migrations.length);
    for (let step = version; step < migrations.length; step++)
      migrateSqliteOnce(writer, file, migrations, step === version);
  } finally {
    writer.close();
  }
}

export async function migratePostgres(database: Postgres, migrations = MIGRATIONS): Promise<void> {
  await database.session(async (client) => {
    const version = await postgresSchema(client);
    requireKnown(version, migrations.length);
    for (let step = version; step < migrations.length; step++) await takeStep(client, migrations[step]!, step);
  });
}

/**
 * Servers may be writing and a backup reading. Whoever waits for a table keeps everybody who comes later from it: so a step
 * waits briefly, lets the others pass, and tries again. Of those who start at once, one takes it; the others find it done.
 * Here the table of versions is made and read, not looked for: a session that once found none, and then waited for the lock
 * while another made it, would go on finding none (`to_regclass` answers from what a session remembers).
 */
async function takeStep(client: pg.ClientBase, migration: Migration, step: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
      await client.query(CREATE_VERSIONS);
      if ((await newestStep(client)) === step) {
        await client.query(`set local lock_timeout = ${STEP_WAITS_MS}; ${postgresStep(migration, step + 1)}`);
      }
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      if (!IN_THE_WAY.has((error as { code?: string }).code ?? "")) throw error;
      if (attempt === MAX_ATTEMPTS) throw new Error(HELD, { cause: error });
    }
    await sleep(LET_PASS_MS);
  }
}

/** How many steps it has had; 0 for a database that is not ours yet. */
export async function postgresSchema(client: pg.ClientBase): Promise<number> {
  const { rows: found } = await client.query("select to_regclass('schema_version') is not null as exists");
  return found[0].exists ? newestStep(client) : 0;
}

async function newestStep(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query("select coalesce(max(version), 0) as version from schema_version");
  return rows[0].version;
}

/** Takes the schema from one version to a later one, in the caller's transaction. */
export async function takePostgresSteps(client: pg.ClientBase, from: number, to: number): Promise<void> {
  if (from === 0) await client.query(CREATE_VERSIONS);
  for (let step = from; step < to; step++) await client.query(postgresStep(MIGRATIONS[step]!, step + 1));
}

const CREATE_VERSIONS = "create table if not exists schema_version (version bigint primary key)";

function postgresStep(step: Migration, version: number): string {
  return `${spelled(textOf(step, "postgres"), POSTGRES)}; insert into schema_version values (${version})`;
}

/** One step in one transaction, if another process has not done it meanwhile. */
function migrateSqliteOnce(
  writer: SqliteWriter,
  file: string,
  migrations: readonly Migration[],
  isFirst: boolean,
): void {
  writer.begin();
  try {
    const version = sqliteVersion(writer);
    const step = migrations[version];
    if (step !== undefined) {
      if (isFirst && version > 0) copyBefore(file, version);
      writer.exec(spelled(textOf(step, "sqlite"), SQLITE));
      writer.exec(`pragma user_version = ${version + 1}`);
    }
    writer.commit();
  } catch (error) {
    writer.rollback();
    throw error;
  }
}

/**
 * Copies the database on a connection of its own while the caller holds the write lock: nothing changes between copy
 * and step.
 */
function copyBefore(file: string, version: number): void {
  const copy = join(dirname(file), `before-schema-${version + 1}.db`);
  const unfinished = `${copy}.${process.pid}`;
  rmSync(unfinished, { force: true });
  makePrivate(unfinished);
  const copier = openSqliteWriter(file);
  try {
    copier.exec(`vacuum into '${unfinished.replaceAll("'", "''")}'`);
  } finally {
    copier.close();
  }
  renameSync(unfinished, copy);
}

/** Deletes copies that were made before a migration or a restore: they hold what has been erased since. */
export function dropCopies(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (/^before-(?:schema-\d+|restore)\.db(?:$|[.-])/.test(name)) rmSync(join(folder, name), { force: true });
  }
}

function sqliteVersion(writer: SqliteWriter): number {
  return writer.get({ text: "pragma user_version", read: (values) => values[0] as number }) ?? 0;
}

/** Throws one plain sentence for what a newer program has made. */
export function requireKnown(version: number, newest = MIGRATIONS.length, what = "This database"): void {
  if (version > newest) {
    throw new Error(`${what} has schema ${version}, but this program knows only up to ${newest}: use a newer Retest.`);
  }
}

function spelled(sql: string, words: Record<string, string>): string {
  return sql.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word]!);
}
