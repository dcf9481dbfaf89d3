// A fresh place for the command line to work on: the settings of an empty database, and a way to meddle with it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { createDatabaseOn } from "../database/fresh-database.ts";
import { createDatabase, type DatabaseKind } from "../server/test-server.ts";
import { wholeCommand } from "./command.ts";
import type { Settings } from "./run-cli.ts";

export interface Place {
  settings: Settings;
  /** Makes a key and gives it. */
  key(role: string, ...more: string[]): Promise<string>;
  /** Changes the database behind the product's back. */
  meddle(sql: string): Promise<void>;
  /** Every write waits from now on, until the answer is called. */
  holdWrites(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** `server` is the PostgreSQL to use in place of that of the test run. */
export async function freshPlace(kind: DatabaseKind, server?: string): Promise<Place> {
  const place = kind === "sqlite" ? onSqlite() : await onPostgres(server);
  return {
    ...place,
    async key(role, ...more) {
      const args = ["key", "create", "--name", `${role} key`, "--role", role, "--json", ...more];
      const made = await wholeCommand(args, place.settings);
      return JSON.parse(made.stdout).key;
    },
  };
}

function onSqlite(): Omit<Place, "key"> {
  const dir = mkdtempSync(join(tmpdir(), "retest-cli-"));
  return {
    settings: { RETEST_DATA_DIR: dir },
    async meddle(sql) {
      const db = new DatabaseSync(join(dir, "retest.db"), { timeout: 5_000 });
      db.exec(sql);
      db.close();
    },
    async holdWrites() {
      const db = new DatabaseSync(join(dir, "retest.db"), { timeout: 5_000 });
      db.exec("begin immediate");
      return async () => {
        db.exec("rollback");
        db.close();
      };
    },
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
}

async function onPostgres(server: string | undefined): Promise<Omit<Place, "key">> {
  const { url, drop } = server === undefined ? await createDatabase() : await createDatabaseOn(server);
  const dir = mkdtempSync(join(tmpdir(), "retest-cli-"));
  return {
    settings: { DATABASE_URL: url, RETEST_DATA_DIR: dir, RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef" },
    async meddle(sql) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    },
    async holdWrites() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("begin; lock table app in exclusive mode");
      return () => client.end();
    },
    async remove() {
      await drop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
