// The workspace as it crosses the boundary: its plan, and how much of it is used.
import * as z from "zod";
import { FACTOR_DEMANDS } from "../../domain/access/second-factor.ts";
import { DAY_MS, isoTime } from "../../lib/clock.ts";
import { startOfMonth } from "../../lib/time-window.ts";
import type { Holdings } from "../../storage/workspace/usage.ts";
import { PLANS, type Workspace } from "../../storage/workspace/workspaces.ts";
import { timestamp } from "../fields.ts";

export const WorkspaceSchema = z.strictObject({
  name: z.string(),
  plan: z.enum(PLANS),
  second_factor: z.enum(FACTOR_DEMANDS),
  usage: z.strictObject({
    month: z.string(),
    issues: z.number().int(),
    limit: z.number().int().nullable(),
    resets_at: timestamp,
  }),
  apps: z.number().int(),
  people: z.number().int(),
  keys: z.number().int(),
});

export const ChangeWorkspaceBody = z.strictObject({ second_factor: z.enum(FACTOR_DEMANDS) });

/** Issues of a month, and how many a workspace of the free plan may raise in one. */
interface MonthOfIssues {
  /** The first moment of the month. */
  month: number;
  issues: number;
  freePlanIssues: number;
}

export function presentWorkspace(
  { name, plan, secondFactor }: Workspace,
  { month, issues, freePlanIssues }: MonthOfIssues,
  { apps, people, keys }: Holdings,
): string {
  const limit = plan === "free" ? freePlanIssues : null;
  const usage = { month: isoTime(month).slice(0, 7), issues, limit, resets_at: isoTime(nextMonth(month)) };
  const shown = { name, plan, second_factor: secondFactor, usage, apps, people, keys };
  return JSON.stringify(shown satisfies z.infer<typeof WorkspaceSchema>);
}

function nextMonth(month: number): number {
  return startOfMonth(month + 31 * DAY_MS + DAY_MS / 2);
}
