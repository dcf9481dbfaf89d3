// `retest app import|export` in one's own database, or with --url in a server's
import { importRunbook } from "../../actions/apps/import-runbook.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { getRunbook } from "../../storage/status/runbook-export.ts";
import { presentImport, withNames } from "../../wire/runbook/import-request.ts";
import { requireRunbook } from "../../wire/runbook/read-runbook-in-thread.ts";
import { writeRunbook } from "../../wire/runbook/write-runbook.ts";
import { type CliCommand, type Flags, ON_WORKSPACE, UsageError } from "../command.ts";
import { commandLineActor, withWorkspace, withWorkspaceRead } from "../with-store.ts";
import { describeImport } from "./import-text.ts";
import { remoteExport, remoteImport } from "./remote-runbooks.ts";
import { EXPORT, IMPORT, namesOf, readRunbookFile, requireExport, writeRunbookFile } from "./runbook-file.ts";

export const appImport: CliCommand = {
  ...IMPORT,
  flags: { ...IMPORT.flags, ...ON_WORKSPACE },
  async run(flags, terminal) {
    if (flags.values.url !== undefined) return remoteImport.run(requireOwn(flags), terminal);
    const { bytes, asked } = readRunbookFile(flags);
    const read = await requireRunbook(bytes, asked, "");
    const { name, platforms } = namesOf(flags);
    const file = withNames(read.file, name, platforms);
    const app = (flags.values.app as string | undefined) ?? null;
    const dryRun = flags.values["dry-run"] === true;
    return withWorkspace(terminal, flags, async ({ performer, workspace }) => {
      const actor = commandLineActor(workspace);
      const input = { actor, app, file, prune: flags.values.prune === true, dryRun };
      const answer = presentImport(await performer.perform(importRunbook, input, COMMAND_LINE), read, dryRun);
      terminal.print(flags.values.json ? JSON.stringify(answer) : describeImport(answer));
      return 0;
    });
  },
};

export const appExport: CliCommand = {
  ...EXPORT,
  flags: { ...EXPORT.flags, ...ON_WORKSPACE },
  async run(flags, terminal) {
    if (flags.values.url !== undefined) return remoteExport.run(requireOwn(flags), terminal);
    const { app, format, out } = requireExport(flags);
    return withWorkspaceRead(terminal, flags, async ({ reader, workspace }) => {
      const runbook = await getRunbook(reader, { workspaceId: workspace.id, apps: null }, app);
      await writeRunbookFile(out, await writeRunbook(runbook, format), terminal);
      return 0;
    });
  },
};

/** Refuses `--workspace`: a key belongs to one workspace. */
function requireOwn(flags: Flags): Flags {
  if (flags.values.workspace === undefined) return flags;
  throw new UsageError("--workspace can't stand beside --url: a key is of one workspace.");
}
