// `retest workspace create|list|rename|plan`
import { invite } from "../../actions/access/invite-person.ts";
import { renameWorkspace, setPlan } from "../../actions/workspace/change-workspace.ts";
import { createWorkspace } from "../../actions/workspace/create-workspace.ts";
import { joinLink } from "../../domain/access/link-addresses.ts";
import { INVITATION_DAYS } from "../../domain/limits.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { isoTime } from "../../lib/clock.ts";
import type { Store } from "../../startup/open-store.ts";
import { listWorkspaces, PLANS, type Plan, type Workspace } from "../../storage/workspace/workspaces.ts";
import { workspaceName } from "../../wire/fields.ts";
import { type CliCommand, type Flags, ON_WORKSPACE, requireNoMore, UsageError } from "../command.ts";
import { firstAdminLink } from "../first-admin-link.ts";
import { requireEmail } from "../require-email.ts";
import { withStore, withStoreRead, withWorkspace } from "../with-store.ts";

export const workspaceCreate: CliCommand = {
  name: "workspace create",
  usage: "workspace create NAME [--email EMAIL] [--plan free|unlimited] [--json]",
  summary: "Makes another workspace, and shows the link by which its first admin joins.",
  details: `Nothing of one workspace is seen in another: apps, people, keys. An e-mail address may have an account in several.\nWith mail set up and --email given, a server that runs sends a link there, too.\n\n--email  the only e-mail address that can join with the link; by default any\n--plan   unlimited by default\n--json   prints an object with the link`,
  flags: { email: { type: "string" }, plan: { type: "string" }, json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "workspace create");
    const name = requireWorkspaceName(flags);
    const email = flags.values.email === undefined ? null : requireEmail(flags.values.email as string);
    const plan = requirePlan(flags.values.plan as string | undefined) ?? "unlimited";
    return withStore(terminal, async (store, config) => {
      const workspace = await store.performer.perform(createWorkspace, { name, plan }, COMMAND_LINE);
      const made = { ...store, workspace };
      const isMailed = config.mail !== null;
      const link =
        email === null ? await firstAdminLink(made, config, COMMAND_LINE) : await linkFor(made, email, config);
      const shown = { id: workspace.id, name, plan, link };
      terminal.print(
        flags.values.json
          ? JSON.stringify(shown)
          : `Made the workspace ${JSON.stringify(name)} (${workspace.id}), on the plan ${plan}.\n\n${link}\n\nWith this link its first admin joins. It works once, for ${INVITATION_DAYS} days, and is not shown again.${email !== null && isMailed ? `\nA mail with another link for the same is on its way to ${email}.` : ""}`,
      );
      return 0;
    });
  },
};

async function linkFor(
  { performer, workspace }: Store,
  email: string,
  { baseUrl, mail }: { baseUrl: string; mail: unknown },
): Promise<string> {
  const grant = { role: "admin", apps: null } as const;
  const input = { workspaceId: workspace.id, ...grant, email, createdBy: null, mail: mail !== null };
  return joinLink(baseUrl, (await performer.perform(invite, input, COMMAND_LINE)).token);
}

/** Rows that are read at a time. */
const PAGE = 500;

export const workspaceList: CliCommand = {
  name: "workspace list",
  usage: "workspace list [--json]",
  summary: "Lists the workspaces, oldest first.",
  flags: { json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 0, "workspace list");
    return withStoreRead(terminal, async ({ reader }) => {
      const all: Workspace[] = [];
      for (let page = await listWorkspaces(reader, PAGE); page.length > 0; ) {
        all.push(...page);
        page = await listWorkspaces(reader, PAGE, page.at(-1)!);
      }
      if (flags.values.json) terminal.print(JSON.stringify(all.map(presentWorkspaceRow)));
      else for (const { id, name, plan } of all) terminal.print(`${id}  ${plan.padEnd(9)}  ${name}`);
      return 0;
    });
  },
};

function presentWorkspaceRow({ id, name, plan, createdAt }: Workspace) {
  return { id, name, plan, created_at: isoTime(createdAt) };
}

export const workspaceRename: CliCommand = {
  name: "workspace rename",
  usage: "workspace rename NEW_NAME [--json]",
  summary: "Gives a workspace another name.",
  flags: { ...ON_WORKSPACE, json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "workspace rename");
    const name = requireWorkspaceName(flags);
    return withWorkspace(terminal, flags, async ({ performer, workspace: before }) => {
      const workspace = await performer.perform(renameWorkspace, { workspaceId: before.id, name }, COMMAND_LINE);
      terminal.print(
        flags.values.json
          ? JSON.stringify(presentWorkspaceRow(workspace))
          : `The workspace ${JSON.stringify(before.name)} (${workspace.id}) is called ${JSON.stringify(name)} now.`,
      );
      return 0;
    });
  },
};

export const workspacePlan: CliCommand = {
  name: "workspace plan",
  usage: "workspace plan [free|unlimited] [--json]",
  summary: "Shows or sets the workspace's plan. On `free` the issues of a month are limited (RETEST_FREE_PLAN_ISSUES).",
  flags: { ...ON_WORKSPACE, json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "workspace plan");
    const plan = requirePlan(flags.positionals[0]);
    return withWorkspace(terminal, flags, async ({ performer, workspace }) => {
      const set = () => performer.perform(setPlan, { workspaceId: workspace.id, plan: plan! }, COMMAND_LINE);
      const now = plan === undefined ? workspace : await set();
      terminal.print(flags.values.json ? JSON.stringify({ plan: now.plan }) : `Plan: ${now.plan}`);
      return 0;
    });
  },
};

function requirePlan(given: string | undefined): Plan | undefined {
  const plan = PLANS.find((known) => known === given);
  if (given === undefined || plan !== undefined) return plan;
  throw new UsageError(`The plan must be one of ${PLANS.join(", ")}, not ${JSON.stringify(given)}.`);
}

function requireWorkspaceName({ positionals: [given = ""] }: Flags): string {
  const read = workspaceName.safeParse(given);
  if (read.success) return read.data;
  throw new UsageError(`The name of the workspace: ${read.error.issues[0]!.message}.`);
}
