// Makes many rows of one, behind the product's back: a table grows as it would in years, whatever columns it has.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { type Config, sqliteFile } from "../../../src/startup/config.ts";

export interface Growing {
  table: string;
  /** The row that is multiplied: a condition that it meets. */
  of?: string;
  /** Or what it would have, as SQL. */
  row?: Record<string, string>;
  /** What each copy has instead, as SQL; `n` is its number. */
  with: Record<string, string>;
}

type Where = Pick<Config, "dataDir" | "databaseUrl">;

/** So many copies of each, numbered from 0. */
export async function multiply(config: Where, all: readonly Growing[], many: number): Promise<void> {
  const numbers = `(with recursive c(n) as (select 0 union all select n + 1 from c where n < ${many - 1}) select n from c) numbers`;
  const statement = ({ table, of, row, with: changed }: Growing, columns: string[]) => {
    const unknown = Object.keys({ ...row, ...changed }).filter((column) => !columns.includes(column));
    if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(", ")}`);
    const made = { ...row, ...changed };
    const set = of === undefined ? Object.keys(made) : columns;
    const values = set.map((column) => made[column] ?? `one.${column}`);
    const from = of === undefined ? numbers : `(select * from ${table} where ${of} limit 1) one, ${numbers}`;
    return `insert into ${table} (${set.join(", ")}) select ${values.join(", ")} from ${from}`;
  };
  if (config.databaseUrl === null) {
    const db = new DatabaseSync(sqliteFile(config), { enableForeignKeyConstraints: false });
    db.exec("pragma busy_timeout = 5000; pragma synchronous = off");
    for (const one of all) {
      const columns = db.prepare(`pragma table_info(${one.table})`).all() as { name: string }[];
      db.exec(
        statement(
          one,
          columns.map(({ name }) => name),
        ),
      );
    }
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const one of all) {
      const { rows } = await client.query(
        `select attname as name from pg_attribute where attrelid = '${one.table}'::regclass and attnum > 0 and not attisdropped`,
      );
      await client.query(
        statement(
          one,
          rows.map(({ name }) => name as string),
        ),
      );
    }
    await client.query("analyze");
  } finally {
    await client.end();
  }
}
