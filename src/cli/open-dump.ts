// Opens the database of the settings to take out what is in it at this moment, while servers go on writing.
import { existsSync } from "node:fs";
import { type Config, sqliteFile } from "../startup/config.ts";
import type { Choice, Dump } from "../storage/backup/dump.ts";
import { dumpSqlite } from "../storage/backup/sqlite-dump.ts";
import { UsageError } from "./command.ts";

/** Opens a dump of what is chosen, or of everything. Throws a sentence if there is nothing. */
export async function openDump(config: Config, choice?: Choice): Promise<Dump> {
  if (config.databaseUrl !== null) {
    // Loaded only when used, as the server does.
    const { dumpPostgres } = await import("../storage/backup/postgres-dump.ts");
    return requireFilled(await dumpPostgres(config.databaseUrl, choice));
  }
  const file = sqliteFile(config);
  if (!existsSync(file)) throw new UsageError(`There is no database at ${file}: nothing to back up.`);
  return requireFilled(dumpSqlite(file, choice));
}

async function requireFilled(dump: Dump): Promise<Dump> {
  if (dump.schema > 0) return dump;
  await dump.close();
  throw new UsageError("This database has no tables of Retest: nothing to back up.");
}
