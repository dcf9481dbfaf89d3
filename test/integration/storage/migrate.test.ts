// Migrations of the embedded database: fresh, again, together, failing, killed half way, and from the future.
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqliteReader, openSqliteWriter } from "../../../src/storage/database/sqlite.ts";
import { MIGRATIONS } from "../../../src/storage/migrations/all.ts";
import { migrateSqlite } from "../../../src/storage/migrations/migrate.ts";
import { retest, serve } from "../../support/clients/run-cli.ts";
import { migrateInChild, until } from "../../support/database/migrate-in-process.ts";

const NOTE = "create table note (id {int} primary key, text {text} not null) {strict}";
const WITH_NOTE = [...MIGRATIONS, NOTE];
const FAILS = "create table half (id {int}); insert into half values (1); insert into nowhere values (1)";
const NEXT = MIGRATIONS.length + 1;

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "retest-migrate-"));
  file = join(dir, "retest.db");
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

function ask(sql: string, from = file): Record<string, unknown>[] {
  const db = new DatabaseSync(from);
  try {
    return db.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    db.close();
  }
}

const versionOf = (from = file) => ask("pragma user_version", from)[0]!.user_version;
const schemaOf = (from = file) => ask("select name, sql from sqlite_schema order by name", from);
const tablesOf = (from = file) => schemaOf(from).map(({ name }) => name);

function addWorkspace(id: string): void {
  const db = new DatabaseSync(file);
  db.exec(`insert into workspace (id, name, plan, created_at, keys_revision) values ('${id}', 'W', 'free', 0, 1)`);
  db.close();
}

describe("a fresh file", () => {
  test("gets the current schema, and the folder it lies in", () => {
    const deep = join(dir, "it's", "new", "retest.db");
    migrateSqlite(deep);
    expect(versionOf(deep)).toBe(MIGRATIONS.length);
    expect(tablesOf(deep)).toEqual(expect.arrayContaining(["workspace", "app", "issue", "event"]));
  });

  test("migrating again changes nothing and takes no copy", () => {
    migrateSqlite(file);
    addWorkspace("wsp_kept");
    const before = schemaOf();
    migrateSqlite(file);
    expect(schemaOf()).toEqual(before);
    expect(ask("select id from workspace")).toEqual([{ id: "wsp_kept" }]);
    expect(readdirSync(dir).filter((name) => name.startsWith("before"))).toEqual([]);
  });

  test("processes that start together on one fresh folder make one database and one secret", async () => {
    const settings = { RETEST_DATA_DIR: dir };
    const commands = Array.from({ length: 3 }, () => retest(["doctor", "--json"], settings));
    const servers = await Promise.all([serve(settings), serve(settings)]);
    for (const { code, stderr } of await Promise.all(commands)) expect([code, stderr]).toEqual([0, ""]);
    expect(ask("select count(*) as n from workspace")).toEqual([{ n: 1 }]);
    expect(versionOf()).toBe(MIGRATIONS.length);
    const ready = await Promise.all(servers.map(({ address }) => fetch(`${address}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual([200, 200]);
    for (const { code } of await Promise.all(servers.map((server) => server.stop()))) expect(code).toBe(0);
  });

  test("processes that bring one old file to a later schema together do it once, and the copy is of the old one", async () => {
    migrateSqlite(file);
    addWorkspace("wsp_kept");
    const children = Array.from({ length: 3 }, () => migrateInChild(file, WITH_NOTE));
    const ends = await Promise.all(children.map((child) => once(child, "exit")));
    expect(ends.map(([code]) => code)).toEqual([0, 0, 0]);
    expect(versionOf()).toBe(NEXT);
    const copy = join(dir, `before-schema-${NEXT}.db`);
    expect(versionOf(copy)).toBe(MIGRATIONS.length);
    expect(readdirSync(dir).filter((name) => name.startsWith("before"))).toEqual([`before-schema-${NEXT}.db`]);
  });
});

describe("a migration that fails", () => {
  test("leaves nothing of itself, and what was there stays usable", () => {
    migrateSqlite(file);
    const before = schemaOf();
    expect(() => migrateSqlite(file, [...MIGRATIONS, FAILS])).toThrow(/nowhere/);
    expect(schemaOf()).toEqual(before);
    expect(versionOf()).toBe(MIGRATIONS.length);
    migrateSqlite(file);
    migrateSqlite(file, WITH_NOTE);
    expect(tablesOf()).toContain("note");
  });

  test("leaves the steps before it", () => {
    expect(() => migrateSqlite(file, [...WITH_NOTE, FAILS])).toThrow(/nowhere/);
    expect(versionOf()).toBe(NEXT);
    expect(tablesOf()).toContain("note");
    expect(tablesOf()).not.toContain("half");
  });

  test("a kill -9 in the middle leaves nothing of the step, and the next start does it whole", async () => {
    migrateSqlite(file);
    const before = schemaOf();
    // Counts for minutes, after it has written.
    const slow = `${NOTE}; insert into note values (1, 'x');
      insert into note with recursive n (x) as (select 2 union all select x + 1 from n where x < 1e9)
      select max(x), 'y' from n`;
    const child = migrateInChild(file, [...MIGRATIONS, slow]);
    await until(() => isLocked(file));
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(schemaOf()).toEqual(before);
    expect(versionOf()).toBe(MIGRATIONS.length);
    migrateSqlite(file, WITH_NOTE);
    expect(ask("select * from note")).toEqual([]);
    expect(ask("pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });
});

describe("the copy before a later migration", () => {
  const copy = () => join(dir, `before-schema-${NEXT}.db`);

  test("opens, is whole, and holds what was there", () => {
    migrateSqlite(file);
    addWorkspace("wsp_kept");
    migrateSqlite(file, WITH_NOTE);
    expect(ask("pragma integrity_check", copy())).toEqual([{ integrity_check: "ok" }]);
    expect(versionOf(copy())).toBe(MIGRATIONS.length);
    expect(ask("select id from workspace", copy())).toEqual([{ id: "wsp_kept" }]);
    expect(tablesOf(copy())).not.toContain("note");
    expect(tablesOf()).toContain("note");
  });

  test("is taken in a folder whose name holds a quote", () => {
    dir = join(dir, "it's");
    mkdirSync(dir);
    file = join(dir, "retest.db");
    migrateSqlite(file);
    migrateSqlite(file, WITH_NOTE);
    expect(existsSync(copy())).toBe(true);
  });

  test("is taken anew when an earlier attempt failed and the old version went on writing", () => {
    migrateSqlite(file);
    expect(() => migrateSqlite(file, [...MIGRATIONS, FAILS])).toThrow();
    addWorkspace("wsp_later");
    migrateSqlite(file, WITH_NOTE);
    const copies = readdirSync(dir).filter((name) => name.startsWith("before") && !/-(wal|shm)$/.test(name));
    const held = copies.flatMap((name) => ask("select id from workspace", join(dir, name)));
    expect(held).toContainEqual({ id: "wsp_later" });
  });
});

describe("a database with a newer schema", () => {
  test("is refused with a sentence that says what to do, and left as it is", () => {
    migrateSqlite(file, WITH_NOTE);
    const before = schemaOf();
    expect(() => migrateSqlite(file)).toThrow(
      `This database has schema ${NEXT}, but this program knows only up to ${MIGRATIONS.length}: use a newer Retest.`,
    );
    expect(schemaOf()).toEqual(before);
    expect(versionOf()).toBe(NEXT);
  });

  test("stops the server at the start", async () => {
    migrateSqlite(file, WITH_NOTE);
    const { code, stderr } = await retest(["serve"], { RETEST_DATA_DIR: dir, PORT: "0" });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^retest: This database has schema \d+, .* use a newer Retest\.\n$/);
  });
});

describe("how the file is opened", () => {
  const pragmaOf = (db: ReturnType<typeof openSqliteWriter>, name: string) =>
    db.get({ text: name, read: (values) => values[0] });

  test.each([
    ["pragma journal_mode", "wal"],
    ["pragma synchronous", 2],
    ["pragma foreign_keys", 1],
    ["pragma busy_timeout", 5_000],
    ["pragma trusted_schema", 0],
    ["pragma cell_size_check", 1],
    ["pragma journal_size_limit", 67_108_864],
  ])("for writing: %s is %s", (name, expected) => {
    migrateSqlite(file);
    const writer = openSqliteWriter(file);
    expect(pragmaOf(writer, name)).toBe(expected);
    writer.close();
  });

  test("the writer refuses a row that refers to nothing", () => {
    migrateSqlite(file);
    const writer = openSqliteWriter(file);
    const keyOfNobody = "insert into key_secret (hash, key_id) values ('h', 'nobody')";
    expect(() => writer.exec(keyOfNobody)).toThrow(/FOREIGN KEY/);
    writer.close();
  });

  test("the reader can't write", async () => {
    migrateSqlite(file);
    const reader = openSqliteReader(file);
    const write = { text: "update workspace set plan = 'free' returning id", read: (values: unknown[]) => values };
    expect(() => reader.all(write)).toThrow(/readonly/);
    await reader.close();
  });

  test("SQLite is 3.51.3 or later", () => {
    const [major, minor, patch] = String(ask("select sqlite_version() as v")[0]!.v).split(".").map(Number);
    expect(major! * 1_000_000 + minor! * 1_000 + patch!).toBeGreaterThanOrEqual(3_051_003);
  });
});

function isLocked(path: string): boolean {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec("begin immediate; rollback");
    return false;
  } catch {
    return true;
  } finally {
    db.close();
  }
}
