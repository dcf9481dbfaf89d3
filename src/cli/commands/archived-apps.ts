// `retest app archive|restore|archived`
import { archiveApp, restoreApp } from "../../actions/archive/archive-app.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { isoTime } from "../../lib/clock.ts";
import { listArchivedApps } from "../../storage/archive/archived-apps.ts";
import { presentArchivedApp } from "../../wire/archive/archived-app.ts";
import { type CliCommand, type Flags, ON_WORKSPACE, requireNoMore, UsageError } from "../command.ts";
import { commandLineActor, withWorkspace, withWorkspaceRead } from "../with-store.ts";

/** Archived apps that are listed at most. */
const MOST = 10_000;

export const appArchive: CliCommand = {
  name: "app archive",
  usage: "app archive APP",
  summary: "Archives an app: nobody can see or use it until it is restored. Nothing is deleted.",
  flags: ON_WORKSPACE,
  run(flags, terminal) {
    const app = requireName(flags, "app archive");
    return withWorkspace(terminal, flags, async ({ performer, workspace }) => {
      const input = { actor: commandLineActor(workspace), app };
      const { id, name } = await performer.perform(archiveApp, input, COMMAND_LINE);
      terminal.print(`Archived ${JSON.stringify(name)}. To restore it: retest app restore ${id}`);
      return 0;
    });
  },
};

export const appRestore: CliCommand = {
  name: "app restore",
  usage: "app restore APP",
  summary: "Restores an archived app, with everything in it.",
  flags: ON_WORKSPACE,
  run(flags, terminal) {
    const app = requireName(flags, "app restore");
    return withWorkspace(terminal, flags, async ({ performer, workspace }) => {
      const input = { actor: commandLineActor(workspace), app };
      terminal.print(`Restored ${await performer.perform(restoreApp, input, COMMAND_LINE)}.`);
      return 0;
    });
  },
};

export const appArchived: CliCommand = {
  name: "app archived",
  usage: "app archived [--json]",
  summary: "Lists the archived apps, most recent first.",
  flags: { ...ON_WORKSPACE, json: { type: "boolean" } },
  run(flags, terminal) {
    requireNoMore(flags, 0, "app archived");
    return withWorkspaceRead(terminal, flags, async ({ reader, workspace }) => {
      const apps = await listArchivedApps(reader, { workspaceId: workspace.id, apps: null }, null, MOST);
      if (flags.values.json === true) terminal.print(`[${apps.map(presentArchivedApp).join(",")}]`);
      else if (apps.length === 0) terminal.print("No app is archived.");
      else for (const { id, name, archivedAt } of apps) terminal.print(`${id}  ${isoTime(archivedAt)}  ${name}`);
      return 0;
    });
  },
};

function requireName(flags: Flags, command: string): string {
  requireNoMore(flags, 1, command);
  const [name] = flags.positionals;
  if (name === undefined) throw new UsageError(`Name the app, by its id or name. See: retest ${command} --help`);
  return name;
}
