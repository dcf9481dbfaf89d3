// The last thing that a process does with the embedded database: the file is left whole, so that a copy of it alone is one.
import { existsSync } from "node:fs";
import { collectGarbage } from "../lib/async/collect-garbage.ts";
import type { Config } from "../startup/config.ts";
import { sqliteFile } from "../startup/config.ts";

/**
 * Everything that this process had open is closed. SQLite takes the log into the file and away when the last connection of all
 * processes ends. Whatever goes wrong, nothing is lost: the log stays beside the file.
 */
export async function closeDatabaseFile(config: Pick<Config, "dataDir" | "databaseUrl">): Promise<void> {
  const file = sqliteFile(config);
  if (config.databaseUrl !== null || !existsSync(file)) return;
  try {
    await collectGarbage();
    // Loaded here: a process that leads others has no database until then.
    const { openSqliteWriter } = await import("../storage/database/sqlite.ts");
    const last = openSqliteWriter(file);
    last.noteIfLogLost();
    last.close();
    await collectGarbage();
  } catch {
    // A disk that is full or failing has been told of already.
  }
}
