// Changes rows behind the product's back, as somebody with a shell on the database could.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { type Config, sqliteFile } from "../../../src/startup/config.ts";

/** What rows refer to is not checked, as it is not by the shell of the embedded database. */
export async function meddle({ config }: { config: Config }, sql: string): Promise<void> {
  if (config.databaseUrl !== null) {
    const client = new pg.Client({ connectionString: config.databaseUrl });
    await client.connect();
    await client.query(sql).finally(() => client.end());
    return;
  }
  const db = new DatabaseSync(sqliteFile(config), { enableForeignKeyConstraints: false, timeout: 5_000 });
  db.exec(sql);
  db.close();
}
