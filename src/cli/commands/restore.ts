// `retest restore`: puts a backup back, whole or not at all.

import { recordRestore } from "../../actions/workspace/change-workspace.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { keyProblem } from "../../domain/workspace/secret-check.ts";
import { readLineFile } from "../../lib/files/line-file.ts";
import { type Config, readConfig, sqliteFile } from "../../startup/config.ts";
import { explainedBucket, openFiles } from "../../startup/file-places.ts";
import {
  type BackupCounts,
  DamagedBackup,
  FORMAT,
  type Header,
  putBack,
  readHeader,
} from "../../storage/backup/backup-file.ts";
import { InUse, type Restoring } from "../../storage/backup/dump.ts";
import { restoreSqlite } from "../../storage/backup/sqlite-dump.ts";
import { requireKnown } from "../../storage/migrations/migrate.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { quietLogger, withStore } from "../with-store.ts";

export const restore: CliCommand = {
  name: "restore",
  usage: "restore FILE [--overwrite]",
  summary:
    "Restores a backup to an empty database, and its attached files to where they are kept. Stop all servers first.",
  details:
    "--overwrite  replaces what is in the database; an embedded one is saved as before-restore.db first\n\nThe secret key must be the one that was in use when the backup was made.",
  flags: { overwrite: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "restore");
    const [file] = flags.positionals;
    if (file === undefined) throw new UsageError("Name the file of a backup. See: retest restore --help");
    const config = readConfig(terminal.env);
    const lines = readLineFile(file);
    try {
      const header = requireReadable(await readHeader(lines), config);
      const sum = await putInPlace(lines, header, config, { overwrite: flags.values.overwrite === true, terminal });
      await withStore(terminal, ({ performer }) =>
        performer.perform(recordRestore, { takenAt: header.taken_at }, COMMAND_LINE),
      );
      terminal.print(`Restored ${sum.rows} rows and ${sum.files} files, as they were at ${header.taken_at}.`);
      if (header.files === false) {
        terminal.print("The backup was made without the attached files: retest doctor tells which are missing.");
      }
      terminal.print("Keys, invitations and webhook URLs that were revoked after that work again: revoke them again.");
      terminal.print(
        "Everybody has to sign in again. Notifications that were not sent yet are shown as interrupted: send those that are still needed by hand.",
      );
      return 0;
    } catch (error) {
      throw explainedBucket(explained(error, file), config);
    } finally {
      await lines.return(undefined);
    }
  },
};

/** Throws a sentence that says what is needed. */
function requireReadable(header: Header, config: Config): Header {
  if (header.format > FORMAT)
    throw new UsageError("This backup was made by a newer version of Retest: use that version.");
  requireKnown(header.schema, undefined, "This backup");
  const problem = header.secret_check === null ? null : keyProblem(config, header.secret_check);
  if (problem === "other") {
    const where = config.databaseUrl === null ? ` (or put its secret.key into ${config.dataDir})` : "";
    throw new UsageError(
      `RETEST_SECRET_KEY is not the key that was in use when this backup was made: set it to that key${where}. Tokens and signing secrets can't be read with another.`,
    );
  }
  if (problem === "unfinished") {
    throw new UsageError(
      "This backup was made while RETEST_SECRET_KEY was rotated: give the key before it as RETEST_SECRET_KEY_OLD.",
    );
  }
  return header;
}

async function putInPlace(
  lines: AsyncGenerator<unknown>,
  { schema }: Header,
  config: Config,
  { overwrite, terminal }: { overwrite: boolean; terminal: Terminal },
): Promise<BackupCounts> {
  const restoring = await openRestoring(config, schema, overwrite);
  try {
    const sum = await putBack(lines, restoring, openFiles(config, quietLogger(terminal)), terminal.say);
    await restoring.finish();
    return sum;
  } catch (error) {
    await restoring.abandon();
    throw error;
  }
}

async function openRestoring(config: Config, schema: number, overwrite: boolean): Promise<Restoring> {
  if (config.databaseUrl === null) return restoreSqlite(sqliteFile(config), schema, overwrite);
  const { restorePostgres } = await import("../../storage/backup/postgres-dump.ts");
  return restorePostgres(config.databaseUrl, schema, overwrite);
}

function explained(error: unknown, file: string): unknown {
  if (error instanceof InUse) return new UsageError(error.message);
  if (error instanceof DamagedBackup)
    return new UsageError(`${file} is not a complete backup: ${error.message}. Nothing was restored.`);
  const { code, path } = error as NodeJS.ErrnoException;
  if (path === file) return new UsageError(`${file} can't be read (${code}).`);
  const isUnreadable = error instanceof SyntaxError || String(code).startsWith("Z_");
  return isUnreadable ? new UsageError(`${file} is not a backup, or is damaged. Nothing was restored.`) : error;
}
