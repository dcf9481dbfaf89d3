// A database of its own on a PostgreSQL that runs.
import pg from "pg";
import { randomText } from "../../../src/lib/ids.ts";

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Empty, or a copy of another. */
export async function createDatabaseOn(server: string, template = "template1"): Promise<FreshDatabase> {
  const name = `test_${randomText(12)}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
