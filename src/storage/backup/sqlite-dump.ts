// The embedded database taken out and put back. A reader's transaction sees one moment and keeps no writer waiting; what
// is put back is built beside the old file, and takes its place in one step.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { makePrivate } from "../../lib/files/private-file.ts";
import { insert, type Value } from "../database/database.ts";
import { openSqliteWriter, type SqliteWriter } from "../database/sqlite.ts";
import { fillSqlite } from "../fill-old-rows.ts";
import { MIGRATIONS } from "../migrations/all.ts";
import { migrateSqlite } from "../migrations/migrate.ts";
import { secretCheck } from "../workspace/secret-check.ts";
import {
  AFTERWARDS,
  type Choice,
  type Dump,
  InUse,
  isDumped,
  isUsed,
  type Restoring,
  ROWS_AT_ONCE,
  type Rows,
  WHOLE,
} from "./dump.ts";

const BUSY_TIMEOUT_MS = 5_000;
const ROWS_PER_COMMIT = 20_000;

export function dumpSqlite(file: string, { tables, rowsOf }: Choice = WHOLE): Dump {
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  db.exec("begin");
  const { user_version: schema } = db.prepare("pragma user_version").get() as { user_version: number };
  const columnsOf = (table: string) => {
    const all = db.prepare(`pragma table_info(${table})`).all() as { name: string }[];
    return all.map(({ name }) => name).filter((column) => isDumped(table, column));
  };
  const hasCheck = columnsOf("secret_check").length > 0;
  // An iterator does not keep its statement: nobody else would hold on to it while rows are taken away.
  let reading: ReturnType<typeof db.prepare> | null = null;
  const check = hasCheck ? (db.prepare(secretCheck.text).get() as { sealed: string } | undefined) : undefined;
  return {
    schema,
    secretCheck: check?.sealed ?? null,
    async *rows() {
      for (const table of tables) {
        const columns = columnsOf(table);
        if (columns.length === 0) continue;
        const some = rowsOf(table);
        reading = db.prepare(
          `select ${columns.join(", ")} from ${table}${some === null ? "" : ` where ${some.where}`}`,
        );
        reading.setReturnArrays(true);
        let rows: Value[][] = [];
        for (const row of reading.iterate(...(some?.values ?? [])) as Iterable<unknown>) {
          rows.push(row as Value[]);
          if (rows.length < ROWS_AT_ONCE) continue;
          yield { table, columns, rows };
          rows = [];
        }
        if (rows.length > 0) yield { table, columns, rows };
      }
    },
    async close() {
      reading = null;
      // An open transaction would keep the moment that was read, and with it the log, until the statement is collected.
      if (db.isTransaction) db.exec("rollback");
      db.close();
    },
  };
}

/** Throws `InUse` if somebody has the file open, or if it holds anything and is not to be overwritten. */
export function restoreSqlite(file: string, schema: number, overwrite: boolean): Restoring {
  requireFree(file, overwrite);
  const folder = join(dirname(file), "restoring");
  const unfinished = join(folder, "retest.db");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const building = buildSqlite(unfinished, schema);
  return {
    add: async (rows) => building.add(rows),
    async finish() {
      building.finish();
      fillSqlite(unfinished);
      const whole = join(folder, "whole.db");
      settleInto(unfinished, whole);
      sync(whole);
      requireFree(file, overwrite);
      if (existsSync(file)) renameSync(file, join(dirname(file), "before-restore.db"));
      renameSync(whole, file);
      // Windows can't sync a folder: its file system keeps the order by itself.
      if (process.platform !== "win32") sync(dirname(file));
      rmSync(folder, { recursive: true, force: true });
    },
    async abandon() {
      building.abandon();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file that is filled from its first row on, and nobody else knows of. */
export interface Building {
  readonly writer: SqliteWriter;
  add(rows: Rows): void;
  /** Done when all rows came, at the current schema. */
  finish(): void;
  abandon(): void;
}

export function buildSqlite(file: string, schema: number): Building {
  migrateSqlite(file, MIGRATIONS.slice(0, schema));
  const writer = openSqliteWriter(file);
  writer.begin();
  let uncommitted = 0;
  return {
    writer,
    add({ table, columns, rows }) {
      const add = insert(table, columns);
      for (const row of rows) writer.run(add, ...row);
      uncommitted += rows.length;
      if (uncommitted < ROWS_PER_COMMIT) return;
      writer.commit();
      writer.checkpointIfDue();
      writer.begin();
      uncommitted = 0;
    },
    finish() {
      writer.commit();
      writer.close();
      migrateSqlite(file);
    },
    abandon: () => writer.close(),
  };
}

/** The last step, and a copy: a file that this process had open keeps its log for a while after it was closed. */
function settleInto(file: string, copy: string): void {
  const writer = openSqliteWriter(file);
  writer.begin();
  for (const step of AFTERWARDS) writer.run(step);
  writer.commit();
  makePrivate(copy);
  writer.exec(`vacuum into '${copy.replaceAll("'", "''")}'`);
  writer.close();
}

/** Leaving the write-ahead log needs the file alone: whoever else has it open, idle or not, is noticed by that. */
function requireFree(file: string, overwrite: boolean): void {
  if (!existsSync(file)) return;
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    if (!overwrite && isInUse(db)) throw new InUse(`${file} is not empty: give --overwrite to replace it.`);
    db.exec("pragma journal_mode = delete");
  } catch (error) {
    if (error instanceof InUse || !/locked/.test((error as Error).message)) throw error;
    throw new InUse(`${file} is in use: stop the server first.`);
  } finally {
    db.close();
  }
}

function isInUse(db: InstanceType<typeof DatabaseSync>): boolean {
  const { user_version: schema } = db.prepare("pragma user_version").get() as { user_version: number };
  if (schema === 0) return false;
  const statement = db.prepare(isUsed.text);
  statement.setReturnArrays(true);
  return isUsed.read(statement.get() as unknown[]);
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
