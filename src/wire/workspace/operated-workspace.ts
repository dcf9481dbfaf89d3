// Workspaces as an operator sees them: how much they use and may use, and nothing of what is in them.
import * as z from "zod";
import { isoTime } from "../../lib/clock.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import type { OperatedWorkspace, WorkspaceUse } from "../../storage/workspace/workspace-use.ts";
import { PLANS, type WorkspaceLimits } from "../../storage/workspace/workspaces.ts";
import { cursor, limit, timestamp, workspaceName } from "../fields.ts";

const MOST = 1_000_000_000;
const MOST_BYTES = 1_000_000_000_000_000;

const rate = z.number().int().min(1).max(MOST).nullable();
const limits = {
  requests_a_minute: rate,
  deliveries_a_minute: rate,
  live_streams: rate,
  file_bytes: z.number().int().min(0).max(MOST_BYTES).nullable(),
};

const count = z.number().int();

export const OperatedWorkspaceSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  plan: z.enum(PLANS),
  created_at: timestamp,
  limits: z.strictObject({
    requests_a_minute: count.nullable(),
    deliveries_a_minute: count.nullable(),
    live_streams: count.nullable(),
    file_bytes: count.nullable(),
  }),
  file_bytes: count,
  use: z
    .strictObject({
      counted_at: timestamp,
      month: z.string(),
      apps: count,
      people: count,
      keys: count,
      issues: count,
      issues_of_month: count,
      allowance: count.nullable(),
      deliveries_of_month: count,
      last_activity_at: timestamp.nullable(),
    })
    .nullable(),
});

export const OperatedQuery = z.strictObject({ name: workspaceName.optional(), limit, cursor });

/** The body of a change: fields that are left out stay, and null removes a limit. */
export const OperateWorkspaceBody = z
  .strictObject({
    name: optional(workspaceName),
    plan: optional(z.enum(PLANS)),
    limits: optional(z.strictObject(limits).partial()),
  })
  .refine(namesSomething, "expected name, plan or limits");

export function limitsOf(given: NonNullable<z.infer<typeof OperateWorkspaceBody>["limits"]>): Partial<WorkspaceLimits> {
  const all = {
    requestRate: given.requests_a_minute,
    deliveryRate: given.deliveries_a_minute,
    streamLimit: given.live_streams,
    fileLimit: given.file_bytes,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

export function presentOperated(workspace: OperatedWorkspace, freePlanIssues: number): string {
  const { id, name, plan, createdAt, requestRate, deliveryRate, streamLimit, fileLimit, fileBytes, use } = workspace;
  const shown = {
    id,
    name,
    plan,
    created_at: isoTime(createdAt),
    limits: {
      requests_a_minute: requestRate,
      deliveries_a_minute: deliveryRate,
      live_streams: streamLimit,
      file_bytes: fileLimit,
    },
    file_bytes: fileBytes,
    use: use === null ? null : presentUse(use, plan === "free" ? freePlanIssues : null),
  };
  return JSON.stringify(shown satisfies z.infer<typeof OperatedWorkspaceSchema>);
}

function presentUse(use: WorkspaceUse, allowance: number | null) {
  const { countedAt, month, apps, people, keys, issues, issuesOfMonth, deliveriesOfMonth, lastActivityAt } = use;
  return {
    counted_at: isoTime(countedAt),
    month: isoTime(month).slice(0, 7),
    apps,
    people,
    keys,
    issues,
    issues_of_month: issuesOfMonth,
    allowance,
    deliveries_of_month: deliveriesOfMonth,
    last_activity_at: lastActivityAt === null ? null : isoTime(lastActivityAt),
  };
}
