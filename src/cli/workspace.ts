// `retest workspace plan` and `retest doctor`
import { COMMAND_LINE } from "../domain/audit.ts";
import { systemClock } from "../lib/clock.ts";
import { PLANS } from "../storage/workspaces.ts";
import { type Command, print, requireNoMore, UsageError } from "./command.ts";
import { examine } from "./doctor.ts";
import { withStore } from "./with-store.ts";

export const workspacePlan: Command = {
  name: "workspace plan",
  usage: "workspace plan [free|unlimited] [--json]",
  summary: "Shows or sets the workspace's plan. On `free` the issues of a month are limited (RETEST_FREE_PLAN_ISSUES).",
  flags: { json: { type: "boolean" } },
  async run(flags) {
    requireNoMore(flags, 1, "workspace plan");
    const [name] = flags.positionals;
    const plan = PLANS.find((known) => known === name);
    if (name !== undefined && plan === undefined) {
      throw new UsageError(`The plan must be one of ${PLANS.join(", ")}, not ${JSON.stringify(name)}.`);
    }
    return withStore(async ({ performer, workspace }) => {
      const set = () => performer.perform("setPlan", { workspaceId: workspace.id, plan: plan! }, COMMAND_LINE);
      const now = plan === undefined ? workspace : await set();
      print(flags.values.json ? JSON.stringify({ plan: now.plan }) : `Plan: ${now.plan}`);
      return 0;
    });
  },
};

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [--json]",
  summary:
    "Recomputes every status and counter from the facts, follows the audit log from end to end, and reports differences; exits with 1 if there are any.",
  flags: { json: { type: "boolean" } },
  async run(flags) {
    requireNoMore(flags, 0, "doctor");
    return withStore(async ({ reader }) => {
      const { apps, differences, busy } = await examine(reader, systemClock());
      if (flags.values.json) print(JSON.stringify({ apps, differences, busy }));
      else {
        for (const { app, problem } of differences) print(`${app}: ${problem}`);
        for (const app of busy) print(`${app}: written to all the time; not examined`);
        print(`${apps} apps examined, ${differences.length} differences.`);
      }
      return differences.length === 0 ? 0 : 1;
    });
  },
};
