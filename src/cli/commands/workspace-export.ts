// `retest workspace export`: one workspace as it is at this moment, in one file that only its key opens, while servers run.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { recordExport } from "../../actions/workspace/record-move.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { isoTime } from "../../lib/clock.ts";
import { counted } from "../../lib/text/counted.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { placeName } from "../../startup/file-places.ts";
import type { Store } from "../../startup/open-store.ts";
import { type BackupCounts, linesOf } from "../../storage/backup/backup-file.ts";
import type { Dump } from "../../storage/backup/dump.ts";
import { exportOf } from "../../storage/backup/exported-rows.ts";
import { type RekeyRow, rekeyRows, UnreadableSecret } from "../../storage/backup/rekey-row.ts";
import { newFileSecret, writeWorkspaceFile } from "../../storage/backup/workspace-file.ts";
import { listUnfinishedErasures } from "../../storage/privacy/erasures.ts";
import { type CliCommand, ON_WORKSPACE, requireNoMore, UsageError } from "../command.ts";
import { openDump } from "../open-dump.ts";
import { withWorkspace } from "../with-store.ts";

const WITHOUT = "without-files";

export const workspaceExport: CliCommand = {
  name: "workspace export",
  usage: `workspace export FILE [--key-file KEY_FILE] [--${WITHOUT}]`,
  summary: "Writes everything in one workspace to one file that only its key opens. A server may run meanwhile.",
  details: `The key is made for this file, and shown once: \`retest workspace import\` needs it. The workspace stays as it is.\n\n--key-file       writes the key to a new file, in place of showing it\n--${WITHOUT}  leaves the attached files out, for whoever copies the folder or the bucket by other means`,
  flags: { ...ON_WORKSPACE, "key-file": { type: "string" }, [WITHOUT]: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "workspace export");
    const [file] = flags.positionals;
    const keyFile = flags.values["key-file"] as string | undefined;
    if (file === undefined) throw new UsageError("Name the file to write. See: retest workspace export --help");
    for (const name of [file, keyFile]) {
      if (name !== undefined && existsSync(name)) throw new UsageError(`${name} exists already: choose another name.`);
    }
    return withWorkspace(terminal, flags, async (store, config) => {
      const { id, name } = store.workspace;
      const erasures = await listUnfinishedErasures(store.reader);
      if (erasures.some(({ workspaceId }) => workspaceId === id)) throw new UsageError(ERASING);
      const secret = newFileSecret();
      if (keyFile !== undefined) writeKey(keyFile, secret);
      const files = flags.values[WITHOUT] === true ? null : store.files;
      const dump = await openDump(config, exportOf(id));
      const rekey = rekeyRows({ from: config, to: secret, workspaceId: { from: id, to: id } });
      const sum: BackupCounts = { rows: 0, files: 0, missing: 0 };
      const taken = isoTime(store.clock());
      try {
        const header = { retest: "workspace", schema: dump.schema, taken_at: taken, files: files !== null } as const;
        const lines = linesOf({ ...dump, rows: () => rekeyed(dump, rekey) }, files, sum, terminal.say);
        await writeWorkspaceFile(file, secret, header, lines);
      } catch (error) {
        if (keyFile !== undefined) rmSync(keyFile, { force: true });
        throw explained(error, file);
      } finally {
        await dump.close();
      }
      await noteExport(store, taken);
      terminal.print(
        `Exported the workspace ${JSON.stringify(name)} (${id}) to ${file}: ${thousands(sum.rows)} rows and ${counted(sum.files, "file")}.`,
      );
      terminal.print(
        keyFile === undefined
          ? `\n${secret}\n\nThis is the key of the file. It is not shown again. Whoever has both has everything that is in it: keep them apart.`
          : `Its key is in ${keyFile}. Whoever has both has everything that is in it: keep them apart.`,
      );
      if (sum.missing === 0) return 0;
      terminal.say(
        `${sum.missing} attached files are missing from ${placeName(config)}, so they are not in the export.`,
      );
      return 1;
    });
  },
};

function noteExport({ performer, workspace }: Store, takenAt: string): Promise<void> {
  return performer.perform(recordExport, { workspaceId: workspace.id, takenAt }, COMMAND_LINE);
}

/** Said while something is being erased: half of it would be exported, and nobody would finish the erasure there. */
const ERASING =
  "Something in this workspace is being erased: wait until that is done (a server does it), then export again. Nothing was exported.";

async function* rekeyed(dump: Dump, rekey: RekeyRow): ReturnType<Dump["rows"]> {
  for await (const { table, columns, rows } of dump.rows()) {
    // It may have begun a moment ago.
    if (table === "erasure" && rows.some((row) => row[columns.indexOf("finished_at")] === null)) {
      throw new UsageError(ERASING);
    }
    yield { table, columns, rows: rows.map((row) => rekey(table, columns, row)) };
  }
}

function writeKey(file: string, secret: string): void {
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new UsageError(`${file} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function explained(error: unknown, file: string): unknown {
  if (error instanceof UnreadableSecret) {
    return new UsageError(`${error.message}: set it anew, then export again. Nothing was exported.`);
  }
  const { code, path } = error as NodeJS.ErrnoException;
  return path === undefined ? error : new UsageError(`${file} can't be written (${code}).`);
}
