// `retest workspace plan`
import { setPlan } from "../../actions/workspace/change-workspace.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { PLANS } from "../../storage/workspace/workspaces.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import { withStore } from "../with-store.ts";

export const workspacePlan: CliCommand = {
  name: "workspace plan",
  usage: "workspace plan [free|unlimited] [--json]",
  summary: "Shows or sets the workspace's plan. On `free` the issues of a month are limited (RETEST_FREE_PLAN_ISSUES).",
  flags: { json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "workspace plan");
    const [name] = flags.positionals;
    const plan = PLANS.find((known) => known === name);
    if (name !== undefined && plan === undefined) {
      throw new UsageError(`The plan must be one of ${PLANS.join(", ")}, not ${JSON.stringify(name)}.`);
    }
    return withStore(terminal, async ({ performer, workspace }) => {
      const set = () => performer.perform(setPlan, { workspaceId: workspace.id, plan: plan! }, COMMAND_LINE);
      const now = plan === undefined ? workspace : await set();
      terminal.print(flags.values.json ? JSON.stringify({ plan: now.plan }) : `Plan: ${now.plan}`);
      return 0;
    });
  },
};
