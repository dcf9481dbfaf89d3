// PostgreSQL keeps what was deleted or replaced until the room is used again: a vacuum frees it, while everybody goes on. The statistics of
// columns, which hold some of their values, are made anew.
import type { Postgres } from "../database/postgres.ts";
import { TABLES } from "../migrations/all.ts";

export async function vacuum(database: Postgres): Promise<void> {
  await database.session(async (client) => {
    for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`);
  });
}
