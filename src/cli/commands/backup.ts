// `retest backup`: the whole database and the attached files of one moment, in one file, while a server may run.
import { existsSync } from "node:fs";
import { isoTime, systemClock } from "../../lib/clock.ts";
import { writeLineFile } from "../../lib/files/line-file.ts";
import { readConfig } from "../../startup/config.ts";
import { explainedBucket, openFiles, placeName } from "../../startup/file-places.ts";
import { placeOfSecretKey } from "../../startup/secret-key.ts";
import { type BackupCounts, FORMAT, type Header, linesOf } from "../../storage/backup/backup-file.ts";
import type { Dump } from "../../storage/backup/dump.ts";
import { closeDatabaseFile } from "../close-database-file.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import { openDump } from "../open-dump.ts";
import { quietLogger } from "../with-store.ts";

export const backup: CliCommand = {
  name: "backup",
  usage: "backup FILE [--without-files]",
  summary:
    "Writes the database and the attached files, as they are at this moment, to one file. A server may run meanwhile.",
  flags: { "without-files": { type: "boolean" } },
  details:
    "--without-files  leaves the attached files out, for whoever copies the folder or the bucket by other means\n\nThe same file restores to the embedded database and to PostgreSQL. It contains no sessions, and not the secret key,\nwhich a restore needs: keep that in another place.",
  async run(flags, terminal) {
    requireNoMore(flags, 1, "backup");
    const [file] = flags.positionals;
    if (file === undefined) throw new UsageError("Name the file to write. See: retest backup --help");
    if (existsSync(file)) throw new UsageError(`${file} exists already: choose another name.`);
    const config = readConfig(terminal.env);
    const dump = await openDump(config);
    const sum: BackupCounts = { rows: 0, files: 0, missing: 0 };
    try {
      const files = flags.values["without-files"] === true ? null : openFiles(config, quietLogger(terminal));
      await writeLineFile(file, withHeader(dump, files !== null, linesOf(dump, files, sum, terminal.say)));
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException;
      if (path === undefined) throw explainedBucket(error, config);
      throw new UsageError(`${file} can't be written (${code}).`);
    } finally {
      await dump.close();
      terminal.atEnd.push(() => closeDatabaseFile(config));
    }
    terminal.print(`Backed up ${sum.rows} rows and ${sum.files} files to ${file}.`);
    const key = placeOfSecretKey(terminal.env, config.dataDir);
    terminal.print(`It does not contain the secret key: back up ${key} too, in another place.`);
    if (sum.missing === 0) return 0;
    terminal.say(
      `${sum.missing} attached files are missing from ${placeName(config)}, so they are not in the backup. If somebody was erased meanwhile, make it again.`,
    );
    return 1;
  },
};

async function* withHeader(dump: Dump, hasFiles: boolean, lines: AsyncGenerator<unknown>): AsyncGenerator<unknown> {
  const { schema, secretCheck } = dump;
  const taken = isoTime(systemClock());
  const header: Header = { retest: "backup", format: FORMAT, schema, taken_at: taken, secret_check: secretCheck };
  yield hasFiles ? header : { ...header, files: false };
  yield* lines;
}
