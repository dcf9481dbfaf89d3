// What was erased is taken out of PostgreSQL's own files: tables and their indexes, statistics, write-ahead log.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askToSignUp } from "../../../src/actions/workspace/sign-up.ts";
import { UNWATCHED } from "../../../src/lib/monitoring/outage.ts";
import { openPostgres } from "../../../src/storage/open-postgres.ts";
import { type RewriteNews, rewritePostgres } from "../../../src/storage/privacy/rewrite.ts";
import { filesWith } from "../../support/checks/folder-bytes.ts";
import { command } from "../../support/clients/command.ts";
import { erase } from "../../support/clients/erasing.ts";
import { keptBytes } from "../../support/clients/kept-bytes.ts";
import { invite, PASSWORD, SAME_ORIGIN, ui } from "../../support/clients/person-client.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { type OwnPostgres, ownPostgres } from "../../support/database/restartable-postgres.ts";
import { createWorld, type World } from "../../support/server/test-server.ts";

let postgres: OwnPostgres;
let world: World;
let settings: Record<string, string>;
/** A role that owns its tables and nothing else, as many servers are given one. */
let plainSettings: Record<string, string>;
let issue = 0;

beforeAll(async () => {
  postgres = await ownPostgres({
    durable: true,
    settings: ["fsync=off", "logging_collector=on", "log_directory=log", "min_wal_size=80MB"],
  });
  await postgres.ask("create role plain login");
  await postgres.ask("create database shop");
  const url = postgres.url.replace(/[^/]+$/, "shop");
  await ask("grant all on schema public to plain");
  const plain = url.replace("postgres@", "plain@");
  world = await createWorld("postgres", { databaseUrl: plain });
  settings = { DATABASE_URL: url, RETEST_DATA_DIR: world.config.dataDir, RETEST_SECRET_KEY: world.config.secretKey };
  plainSettings = { ...settings, DATABASE_URL: plain };
  // Long texts are kept uncompressed, or bytes would be looked for in vain.
  const texts = await ask(
    "select table_name as t, column_name as c from information_schema.columns where table_schema = 'public' and data_type in ('text', 'bytea', 'jsonb')",
  );
  for (const { t, c } of texts) await ask(`alter table "${t}" alter column "${c}" set storage external`);
});
afterAll(async () => {
  await world?.close();
  await postgres?.stop();
});

/** As an administrator, in the database of the world. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
async function ask(...statements: string[]): Promise<any[]> {
  const client = new pg.Client({ connectionString: postgres.url.replace(/[^/]+$/, "shop") });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const sql of statements) ({ rows } = await client.query(sql));
    return rows;
  } finally {
    await client.end();
  }
}

/** Somebody's address in short and long rows, in indexes, statistics, and in files of the log that wait to be used again. */
async function reportedBy(email: string): Promise<void> {
  const hook = await openHook(world, { name: `Shop of ${email}` });
  for (let n = 0; n < 20; n++) {
    const fields = {
      title: `${n}: ask ${email}`,
      external_id: `${++issue}-${email}`,
      reporter: { name: "Quux", email },
    };
    await hook.raised({ ...fields, dump: n % 5 === 0 ? `${email} `.repeat(300) : "" });
  }
  await world.call(world.admin, "POST", "/issues", {
    app: hook.app.id,
    check: "PAY-1",
    text: encodeURIComponent(email),
  });
  await ask("analyze", "select pg_switch_wal()", "checkpoint");
}

async function eraseReporter(email: string): Promise<void> {
  await erase(world, "reporter", email);
  expect(await keptBytes(world)).not.toContain(email);
}

const found = (email: string) => filesWith(postgres.folder, email, encodeURIComponent(email));
const filesOf = async (table: string) => (await ask(`select pg_relation_filepath('${table}') as path`))[0].path;
const places = (paths: string[]) => new Set(paths.map((path) => path.split("/")[0]));

describe("an administrator of the database", () => {
  const EMAIL = "zebulon.quux@example.com";

  test("finds the bytes in tables, statistics and the log, and an erasure alone leaves some of them", async () => {
    await reportedBy(EMAIL.toUpperCase());
    await reportedBy(EMAIL);
    const before = found(EMAIL);
    expect(places(before)).toEqual(new Set(["base", "pg_wal"]));
    for (const table of ["issue", "delivery", "pg_statistic"]) expect(before).toContain(await filesOf(table));
    await eraseReporter(EMAIL);
    expect(await ask("select * from pg_stats where schemaname = 'public'").then(JSON.stringify)).not.toContain(EMAIL);
    expect(places(found(EMAIL))).toContain("pg_wal");
  });

  test("with retest erase remains no file of PostgreSQL holds them, and servers go on", async () => {
    const app = await world.app();
    const raise = () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    const ended = { is: false };
    const running = command(["erase", "remains"], settings).finally(() => {
      ended.is = true;
    });
    const statuses = new Set<number>();
    while (!ended.is) statuses.add((await raise()).status);
    const { code, stdout, stderr } = await running;
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining("Nothing of what was erased is left")]);
    expect(stderr).toMatch(/Writing anew: issue, \d+ MB, locked meanwhile/);
    expect(found(EMAIL)).toEqual([]);
    expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
    expect((await raise()).status).toBe(201);
    expect(await world.problems()).toEqual([]);
  });
});

describe("a person who has joined", () => {
  const EMAIL = "ysolde.quirk@example.com";
  const TABLES = ["person", "session", "invitation", "mail", "audit"];

  test("is in no file of PostgreSQL afterwards either, with their sessions, invitations and mails", async () => {
    const token = await invite(world, { role: "tester", email: EMAIL });
    const agent = { ...SAME_ORIGIN, "user-agent": EMAIL };
    const fields = { token, name: EMAIL, email: EMAIL, password: PASSWORD };
    expect((await ui(world.address, "POST", "/invitations/accept", fields, agent)).status).toBe(201);
    await world.store.performer.perform(askToSignUp, { email: EMAIL, network: "sign-in:sign-up:test" });
    await ask("analyze", "select pg_switch_wal()", "checkpoint");
    const before = found(EMAIL);
    expect(places(before)).toEqual(new Set(["base", "pg_wal"]));
    for (const table of TABLES) expect(before, table).toContain(await filesOf(table));
    await erase(world, "person", EMAIL);
    expect(await keptBytes(world)).not.toContain(EMAIL);
    expect(places(found(EMAIL))).toContain("pg_wal");
    const { code, stdout, stderr } = await command(["erase", "remains"], settings);
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining("Nothing of what was erased is left")]);
    expect(found(EMAIL)).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });
});

describe("a role that owns only the tables", () => {
  const EMAIL = "yolanda.quibble@example.com";

  test("is told what it may not do, and what it is told to have run takes the rest", async () => {
    await reportedBy(EMAIL);
    await eraseReporter(EMAIL);
    const { code, stdout, stderr } = await command(["erase", "remains"], plainSettings);
    expect(code, stderr).toBe(1);
    expect(stderr).toContain("pg_catalog.pg_statistic may still hold values of columns");
    expect(stderr).toContain("this role may not see to that");
    expect(stdout).not.toContain("Nothing of what was erased");
    const left = places(found(EMAIL));
    expect(left).toContain("pg_wal");
    expect(found(EMAIL)).not.toContain(await filesOf("issue"));
    await ask(...stdout.trim().split(/(?<=;)\n(?=\S)(?!end)/));
    expect(found(EMAIL)).toEqual([]);
  });
});

describe("what keeps old bytes", () => {
  const EMAIL = "xenia.quark@example.com";
  const rewritten = async (onNews: (news: RewriteNews) => void, tries?: number) => {
    const database = openPostgres(settings.DATABASE_URL!, UNWATCHED);
    return rewritePostgres(database, onNews, tries).finally(() => database.close());
  };

  test("a transaction that is older is waited for, and named if it does not end", async () => {
    await reportedBy(EMAIL);
    const old = new pg.Client({ connectionString: settings.DATABASE_URL! });
    await old.connect();
    await old.query("begin isolation level repeatable read; select 1");
    await eraseReporter(EMAIL);
    const left = await rewritten(() => {}, 1);
    expect(left.map(({ why }) => why).join(" ")).toContain("may still read it: end it");
    expect(places(found(EMAIL))).toContain("base");
    const heard: string[] = [];
    const end = async ({ what }: RewriteNews) => {
      heard.push(what);
      if (what === "older readers" && heard.length === 1) await old.end();
    };
    expect(await rewritten((news) => void end(news))).toEqual([]);
    expect(heard[0]).toBe("older readers");
    expect(found(EMAIL)).toEqual([]);
  });

  test("a replication slot that keeps files of the log back is named, and without it they go", async () => {
    const email = "wanda.quill@example.com";
    await reportedBy(email);
    await ask("select pg_create_physical_replication_slot('kept', true)");
    await eraseReporter(email);
    const left = await rewritten(() => {});
    expect(left.map(({ why }) => why)).toEqual([expect.stringMatching(/keeps back \d+ of the files/)]);
    await ask("select pg_drop_replication_slot('kept')");
    expect(await rewritten(() => {})).toEqual([]);
    expect(found(email)).toEqual([]);
  });

  test("a table that others hold is not waited for for ever", async () => {
    const holder = new pg.Client({ connectionString: settings.DATABASE_URL! });
    await holder.connect();
    await holder.query("begin; lock table comment in share mode");
    await expect(rewritten(() => {}, 1)).rejects.toThrow("Others don't let go of the table comment");
    await holder.end();
  });

  test("behind a pooler it is refused, because what it asks of its connection would be lost", async () => {
    const pooled = { ...settings, DATABASE_URL: `${settings.DATABASE_URL}?pooler=transaction` };
    const { code, stderr } = await command(["erase", "remains"], pooled);
    expect([code, stderr]).toEqual([1, expect.stringContaining("give the address of PostgreSQL itself")]);
  });
});
