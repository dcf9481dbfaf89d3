// `retest app copy`, `retest section copy` and `retest check copy`
import { copyApp } from "../../actions/apps/copy-app.ts";
import { copyChecks, copySections } from "../../actions/runbook/copy-checks.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { CopyAppBody } from "../../wire/runbook/copy.ts";
import { type CliCommand, type Flags, ON_WORKSPACE, requireFlag, requireNoMore, UsageError } from "../command.ts";
import { commandLineActor, withWorkspace } from "../with-store.ts";

const WITHOUT = "without-not-applicable";
const WITHOUT_HELP = `--${WITHOUT}  what is marked N/A is not marked in the copy`;
const BETWEEN = {
  ...ON_WORKSPACE,
  from: { type: "string" },
  to: { type: "string" },
  [WITHOUT]: { type: "boolean" },
} as const;

export const appCopy: CliCommand = {
  name: "app copy",
  usage: `app copy APP NAME [--prefix PREFIX] [--${WITHOUT}]`,
  summary:
    "Creates an app that is a copy of another one: platforms, repositories and the runbook, without results and issues.",
  details: `--prefix                  of the new app's issue codes; by default derived from its name\n${WITHOUT_HELP}`,
  flags: { ...ON_WORKSPACE, prefix: { type: "string" }, [WITHOUT]: { type: "boolean" } },
  run(flags, terminal) {
    requireNoMore(flags, 2, "app copy");
    const [app, name] = flags.positionals;
    if (app === undefined || name === undefined) {
      throw new UsageError("Name the app to copy, and the new one. See: retest app copy --help");
    }
    const asked = CopyAppBody.safeParse({ name, prefix: flags.values.prefix });
    if (!asked.success)
      throw new UsageError(asked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}.`).join(" "));
    return withWorkspace(terminal, flags, async ({ performer, workspace }) => {
      const { name: wanted, prefix = null } = asked.data;
      const input = { actor: commandLineActor(workspace), app, name: wanted, prefix, notApplicable: keepsMarks(flags) };
      terminal.print(`Created ${JSON.stringify(wanted)} (${await performer.perform(copyApp, input, COMMAND_LINE)}).`);
      return 0;
    });
  },
};

export const sectionCopy: CliCommand = {
  name: "section copy",
  usage: `section copy SECTION... --from APP --to APP [--${WITHOUT}]`,
  summary:
    "Copies sections with their checks to the end of another app's runbook. A ref that is in use there is replaced.",
  details: WITHOUT_HELP,
  flags: BETWEEN,
  run(flags, terminal) {
    const { from, app } = requireApps(flags, "section copy", "section");
    return withWorkspace(terminal, flags, async ({ performer, workspace }) => {
      const actor = commandLineActor(workspace);
      const input = { actor, app, from, sections: flags.positionals, notApplicable: keepsMarks(flags) };
      for (const { ref, title, checks } of await performer.perform(copySections, input, COMMAND_LINE)) {
        terminal.print(`${ref}  ${title} (${checks === 1 ? "1 check" : `${checks} checks`})`);
      }
      return 0;
    });
  },
};

export const checkCopy: CliCommand = {
  name: "check copy",
  usage: `check copy CHECK... --from APP --to APP --section SECTION [--${WITHOUT}]`,
  summary: "Copies checks to the end of a section of another app. A ref that is in use there is replaced.",
  details: `--section                 the section of the other app\n${WITHOUT_HELP}`,
  flags: { ...BETWEEN, section: { type: "string" } },
  run(flags, terminal) {
    const { from, app } = requireApps(flags, "check copy", "check");
    const section = requireFlag(flags, "section", "check copy");
    return withWorkspace(terminal, flags, async ({ performer, workspace }) => {
      const place = { section, position: null, after: null };
      const actor = commandLineActor(workspace);
      const input = { actor, app, from, checks: flags.positionals, notApplicable: keepsMarks(flags), ...place };
      const { checks } = await performer.perform(copyChecks, input, COMMAND_LINE);
      for (const { check } of checks) terminal.print(`${check.ref}  ${check.title}`);
      return 0;
    });
  },
};

function keepsMarks({ values }: Flags): boolean {
  return values[WITHOUT] !== true;
}

function requireApps(flags: Flags, command: string, what: string): { from: string; app: string } {
  if (flags.positionals.length === 0) {
    throw new UsageError(`Name at least one ${what} to copy. See: retest ${command} --help`);
  }
  return { from: requireFlag(flags, "from", command), app: requireFlag(flags, "to", command) };
}
