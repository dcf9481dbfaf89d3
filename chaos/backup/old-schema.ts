// A database of an older schema, filled with rows as far as it has tables and columns for them; and what a schema looks like.
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { UNWATCHED } from "../../src/lib/monitoring/outage.ts";
import { MIGRATIONS, TABLES } from "../../src/storage/migrations/all.ts";
import { migratePostgres, migrateSqlite } from "../../src/storage/migrations/migrate.ts";
import { openPostgres } from "../../src/storage/open-postgres.ts";
import type { Settings } from "../../test/support/clients/run-cli.ts";
import { directSql } from "../harness/scratch-database.ts";
import type { Table } from "./backup-digest.ts";
import { useOldAuditLog, useOldWord } from "./old-audit-log.ts";

export const NEWEST = MIGRATIONS.length;

/** Makes it, at a schema from 1 to the newest; `seeded` are the rows of the newest. */
export async function makeOld(settings: Settings, schema: number, seeded: Map<string, Table>): Promise<void> {
  const { DATABASE_URL: url } = settings;
  const steps = MIGRATIONS.slice(0, schema);
  if (url === undefined) migrateSqlite(fileOf(settings), steps);
  else {
    const database = openPostgres(url, UNWATCHED);
    await migratePostgres(database, steps).finally(() => database.close());
  }
  const columns = await columnsOf(settings);
  const tables = asWrittenThen(settings, columns, seeded);
  const insert = await inserter(settings);
  try {
    for (const name of TABLES.map((table) => table.replaceAll('"', ""))) {
      const [table, there] = [tables.get(name), columns.get(name)];
      if (table === undefined || there === undefined) continue;
      const kept = table.columns.filter((column) => there.includes(column));
      const places = kept.map((column) => table.columns.indexOf(column));
      for (const row of table.rows)
        await insert.row(
          name,
          kept,
          places.map((place) => row[place]),
        );
    }
  } finally {
    await insert.close();
  }
}

/** The rows as a server of a schema with these columns wrote them, where it did not only write fewer columns. */
function asWrittenThen(
  settings: Settings,
  columns: Map<string, string[]>,
  seeded: Map<string, Table>,
): Map<string, Table> {
  const tables = new Map(seeded);
  const had = (table: string, column: string) => !tables.has(table) || columns.get(table)?.includes(column) === true;
  if (!had("audit", "salts")) useOldAuditLog(settings, tables);
  if (!had("secret_check", "audit_since")) useOldWord(settings, tables);
  return tables;
}

/** The columns of each table. */
export async function columnsOf(settings: Settings): Promise<Map<string, string[]>> {
  const sql =
    settings.DATABASE_URL === undefined
      ? "select m.name as name, c.name as col from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' order by 1, c.cid"
      : "select table_name as name, column_name as col from information_schema.columns where table_schema = 'public' order by 1, ordinal_position";
  const columns = new Map<string, string[]>();
  for (const { name, col } of await directSql(settings, sql))
    columns.set(String(name), [...(columns.get(String(name)) ?? []), String(col)]);
  return columns;
}

/** Tables, columns and indexes, in one text. */
export async function schemaOf(settings: Settings): Promise<string> {
  const sql =
    settings.DATABASE_URL === undefined
      ? "select coalesce(sql, name) as text from sqlite_schema order by 1"
      : `select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) as text
         from information_schema.columns where table_schema = 'public'
         union all select indexdef from pg_indexes where schemaname = 'public' order by 1`;
  return (await directSql(settings, sql)).map(({ text }) => text).join("\n");
}

export async function versionOf(settings: Settings): Promise<number> {
  const sql =
    settings.DATABASE_URL === undefined
      ? "pragma user_version"
      : "select max(version)::int as user_version from schema_version";
  return Number((await directSql(settings, sql))[0]?.user_version ?? 0);
}

function fileOf({ RETEST_DATA_DIR }: Settings): string {
  return join(RETEST_DATA_DIR!, "retest.db");
}

interface Inserter {
  row(table: string, columns: string[], values: unknown[]): Promise<void>;
  close(): Promise<void>;
}

async function inserter(settings: Settings): Promise<Inserter> {
  const text = (table: string, columns: string[], mark: (i: number) => string) =>
    `insert into "${table}" (${columns.map((one) => `"${one}"`).join()}) values (${columns.map((_, i) => mark(i)).join()})`;
  if (settings.DATABASE_URL === undefined) {
    const db = new DatabaseSync(fileOf(settings));
    db.exec("begin");
    return {
      async row(table, columns, values) {
        db.prepare(text(table, columns, () => "?")).run(...(values as (string | number | null)[]));
      },
      async close() {
        db.exec("commit");
        db.close();
      },
    };
  }
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  return {
    async row(table, columns, values) {
      await client.query(
        text(table, columns, (i) => `$${i + 1}`),
        values,
      );
    },
    close: () => client.end(),
  };
}
