// Looks into a world's database, and changes it, behind the product's back.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import type { Config } from "../../../src/startup/config.ts";

type Row = Record<string, unknown>;
/** Of a world, where its database is. */
type Kept = { config: Config };

/** One statement; gives the rows that it gives. */
export async function behind(world: Kept, sql: string): Promise<Row[]> {
  const { databaseUrl, dataDir } = world.config;
  if (databaseUrl === null) {
    const db = new DatabaseSync(join(dataDir, "retest.db"));
    try {
      db.exec("pragma busy_timeout = 5000");
      return db.prepare(sql).all() as Row[];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

/** All that is written there: the bytes of the files, or every row of every table. */
export async function everythingIn(world: Kept): Promise<string> {
  const { databaseUrl, dataDir } = world.config;
  if (databaseUrl === null) {
    const files = ["retest.db", "retest.db-wal"].map((name) => join(dataDir, name)).filter((file) => existsSync(file));
    return files.map((file) => readFileSync(file, "latin1")).join("\n");
  }
  const tables = await behind(world, "select tablename from pg_tables where schemaname = 'public'");
  const texts: string[] = [];
  for (const { tablename } of tables) {
    const rows = await behind(world, `select row_to_json(t)::text as line from "${tablename}" t`);
    texts.push(...rows.map(({ line }) => String(line)));
  }
  return texts.join("\n");
}
