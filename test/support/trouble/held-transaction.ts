// Makes a transaction of a server stop in its middle, at a statement of the caller's choice, until it is killed or let go.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import type { Settings } from "../clients/run-cli.ts";

export interface HeldTransaction {
  /** Comes back once a transaction stands there. */
  reached(): Promise<void>;
  /** Nothing is held any more, and what was held has ended. On SQLite the server must be gone by then. */
  letGo(): Promise<void>;
}

/** `after` is when to stop, as a trigger says it: an event on a table, perhaps with a condition for each row. */
export function holdTransaction(settings: Settings, after: { event: string; when?: string }): Promise<HeldTransaction> {
  const { DATABASE_URL: url, RETEST_DATA_DIR: dir } = settings;
  const event = `after ${after.event} for each row ${after.when === undefined ? "" : `when (${after.when})`}`;
  return url === undefined ? holdOnSqlite(join(dir!, "retest.db"), event) : holdOnPostgres(url, event);
}

const LOCK = 4_711;
const LOOK_EVERY_MS = 20;
/** So often in a row must a short transaction of ours be refused, before another's is taken for the one that stands still. */
const TIMES_REFUSED = 10;

/** Something that takes minutes stands in for something that waits: SQLite knows no locks within a transaction. */
async function holdOnSqlite(file: string, event: string): Promise<HeldTransaction> {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec(
    `create trigger held ${event} begin select count(*) from standing a, standing b, standing c, standing d; end`,
  );
  db.exec("pragma busy_timeout = 0");
  const isRefused = () => {
    try {
      db.exec("begin immediate; rollback");
      return false;
    } catch {
      return true;
    }
  };
  return {
    async reached() {
      for (let refused = 0; refused < TIMES_REFUSED; await delay(LOOK_EVERY_MS)) {
        refused = isRefused() ? refused + 1 : 0;
      }
    },
    async letGo() {
      db.exec("pragma busy_timeout = 5000");
      db.exec("drop trigger held");
      db.close();
    },
  };
}

async function holdOnPostgres(url: string, event: string): Promise<HeldTransaction> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create function held() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$`);
  const [, table] = / on (\S+)/.exec(event)!;
  await client.query(`create trigger held ${event} execute function held()`);
  await client.query(`select pg_advisory_lock(${LOCK})`);
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    async reached() {
      while ((await client.query(waiting)).rowCount === 0) await delay(LOOK_EVERY_MS);
    },
    async letGo() {
      await client.query(`select pg_advisory_unlock(${LOCK})`);
      // Waits for whoever has written to the table.
      await client.query(`drop trigger held on ${table}`);
      await client.query("drop function held()");
      await client.end();
    },
  };
}
