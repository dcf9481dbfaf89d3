// Migrations of PostgreSQL: fresh, again, together, failing, killed half way, and from the future.
import { once } from "node:events";
import pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { UNWATCHED } from "../../../src/lib/monitoring/outage.ts";
import { openStore } from "../../../src/startup/open-store.ts";
import type { Postgres } from "../../../src/storage/database/postgres.ts";
import { MIGRATIONS } from "../../../src/storage/migrations/all.ts";
import { migratePostgres } from "../../../src/storage/migrations/migrate.ts";
import { openPostgres } from "../../../src/storage/open-postgres.ts";
import { retest } from "../../support/clients/run-cli.ts";
import { migrateInChild, until } from "../../support/database/migrate-in-process.ts";
import { createDatabase } from "../../support/server/test-server.ts";

const NOTE = "create table note (id {int} primary key, text {text} not null) {strict}";
const WITH_NOTE = [...MIGRATIONS, NOTE];
const FAILS = "create table half (id {int}); insert into half values (1); insert into nowhere values (1)";
const NEXT = MIGRATIONS.length + 1;
const SECRET = "0123456789abcdef0123456789abcdef";

let url: string;
let drop: () => Promise<void>;
let database: Postgres;

beforeEach(async () => {
  ({ url, drop } = await createDatabase());
  database = openPostgres(url, UNWATCHED);
});

afterEach(async () => {
  await database.close();
  await drop();
});

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const schemaOf = () =>
  ask(`select table_name, column_name, data_type, collation_name from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`);
const tablesOf = async () => [...new Set((await schemaOf()).map((row) => row.table_name))];
const versionOf = async () => Number((await ask("select max(version) as version from schema_version"))[0]!.version);

test("a fresh database gets the current schema", async () => {
  await migratePostgres(database);
  expect(await versionOf()).toBe(MIGRATIONS.length);
  expect(await tablesOf()).toEqual(expect.arrayContaining(["workspace", "app", "issue", "event"]));
});

test("migrating again changes nothing", async () => {
  await migratePostgres(database);
  const before = await schemaOf();
  await migratePostgres(database);
  expect(await schemaOf()).toEqual(before);
});

test("stores that open together on a fresh database make one schema and one workspace", async () => {
  const config = {
    dataDir: "",
    databaseUrl: url,
    secretKey: "0123456789abcdef0123456789abcdef",
    oldSecretKey: null,
    freePlanIssues: 100,
    webhookRate: 120,
    baseUrl: "http://localhost",
  };
  const logger = pino({ level: "silent" });
  const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(config, logger)));
  expect(await ask("select count(*)::int as n from workspace")).toEqual([{ n: 1 }]);
  expect(new Set(stores.map(({ workspace }) => workspace.id)).size).toBe(1);
  expect(await versionOf()).toBe(MIGRATIONS.length);
  await Promise.all(stores.map((store) => store.close()));
});

test("who found a fresh database, and waited while another took the first step, finds it taken", async () => {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query("begin; select pg_advisory_xact_lock(7383784)");
  const migrated = migratePostgres(database, [NOTE]);
  await until(async () => (await ask("select 1 from pg_locks where locktype = 'advisory' and not granted")).length > 0);
  await other.query("create table schema_version (version bigint primary key); create table note (id bigint)");
  await other.query("insert into schema_version values (1); commit");
  await other.end();
  await migrated;
  expect(await versionOf()).toBe(1);
});

test("processes that start together on a fresh database make one schema and one workspace", async () => {
  const settings = { DATABASE_URL: url, RETEST_SECRET_KEY: SECRET };
  const ends = await Promise.all(Array.from({ length: 3 }, () => retest(["doctor", "--json"], settings)));
  for (const { code, stderr } of ends) expect([code, stderr]).toEqual([0, ""]);
  expect(await ask("select count(*)::int as n from workspace")).toEqual([{ n: 1 }]);
});

test("a migration that fails leaves nothing of itself, and what was there stays usable", async () => {
  await migratePostgres(database);
  const before = await schemaOf();
  await expect(migratePostgres(database, [...MIGRATIONS, FAILS])).rejects.toThrow(/nowhere/);
  expect(await schemaOf()).toEqual(before);
  expect(await versionOf()).toBe(MIGRATIONS.length);
  await migratePostgres(database, WITH_NOTE);
  expect(await tablesOf()).toContain("note");
});

test("a migration that fails leaves the steps before it", async () => {
  await expect(migratePostgres(database, [...WITH_NOTE, FAILS])).rejects.toThrow(/nowhere/);
  expect(await versionOf()).toBe(NEXT);
  expect(await tablesOf()).toContain("note");
  expect(await tablesOf()).not.toContain("half");
});

test("after a kill -9 in the middle the step happened whole or not at all, and the next start goes on", async () => {
  await migratePostgres(database);
  const child = migrateInChild(url, [...MIGRATIONS, `${NOTE}; select pg_sleep(2)`]);
  const sleeping = "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  await until(async () => (await ask(sleeping)).length > 0);
  child.kill("SIGKILL");
  await once(child, "exit");
  await migratePostgres(database, WITH_NOTE);
  expect(await versionOf()).toBe(NEXT);
  expect(await ask("select * from note")).toEqual([]);
});

test("a database with a newer schema is refused with a sentence that says what to do, and left as it is", async () => {
  await migratePostgres(database, WITH_NOTE);
  await expect(migratePostgres(database)).rejects.toThrow(
    `This database has schema ${NEXT}, but this program knows only up to ${MIGRATIONS.length}: use a newer Retest.`,
  );
  expect(await versionOf()).toBe(NEXT);
});

test("a newer schema stops the server at the start, before it listens", async () => {
  await migratePostgres(database, WITH_NOTE);
  const settings = { DATABASE_URL: url, RETEST_SECRET_KEY: SECRET, PORT: "0" };
  const { code, stdout, stderr } = await retest(["serve"], settings);
  expect(code).not.toBe(0);
  expect(stdout).not.toContain("listens");
  expect(stderr).toMatch(/^retest: This database has schema \d+, .* use a newer Retest\.\n$/);
});

/** An app at the schema before references were dropped, for clients that hold it meanwhile. */
async function openBefore(): Promise<{ connect(): Promise<pg.Client>; end(): Promise<void> }> {
  await migratePostgres(database, MIGRATIONS.slice(0, REFERENCES));
  await ask(`insert into workspace (id, name, plan, created_at, keys_revision) values ('wsp_1', 'W', 'unlimited', 1, 1);
    insert into app (id, workspace_id, name, prefix, mode, plan, created_at, updated_at, revision, shape_revision, last_number,
      last_ref, checks, open_issues) values ('app_1', 'wsp_1', 'A', 'A', 'live', 'unlimited', 1, 1, 1, 1, 0, 0, 0, 0)`);
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    clients.push(client);
    return client;
  };
  return { connect, end: async () => void (await Promise.all(clients.map((client) => client.end()))) };
}

const REFERENCES = 10;
const raise = (id: string) => `insert into issue (id, app_id, number, status, document)
  values ('${id}', 'app_1', 1, 'open', '{}')`;
const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

test("a step that changes tables under writers waits for them, and neither is given up", async () => {
  const { connect, end } = await openBefore();
  const writer = await connect();
  await writer.query("begin");
  await writer.query("select id from app where id = 'app_1' for update");
  const migrated = migratePostgres(database);
  await until(async () => (await ask(waits)).length > 0);
  await writer.query(raise("iss_1"));
  await writer.query("commit");
  await migrated;
  expect(await versionOf()).toBe(MIGRATIONS.length);
  expect(await ask("select id from issue")).toEqual([{ id: "iss_1" }]);
  await end();
});

test("while somebody reads for long, as a backup does, a step waits without keeping writers from it", async () => {
  const { connect, end } = await openBefore();
  const [reader, writer] = [await connect(), await connect()];
  await reader.query("begin isolation level repeatable read");
  await reader.query("select * from app, issue");
  let isMigrated = false;
  const migrated = migratePostgres(database).then(() => {
    isMigrated = true;
  });
  await until(async () => (await ask(waits)).length > 0);
  await writer.query("set lock_timeout = 2000");
  for (const id of ["iss_1", "iss_2"]) await writer.query(raise(id));
  expect(isMigrated).toBe(false);
  await reader.query("commit");
  await migrated;
  expect(await ask("select id from issue order by id")).toEqual([{ id: "iss_1" }, { id: "iss_2" }]);
  await end();
});
