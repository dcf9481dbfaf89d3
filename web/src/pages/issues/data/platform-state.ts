// Where an issue stands on each of its platforms. A fix is not a pass: what the check says decides.
import type { App, Check, Issue } from "../../../api/types.ts";

export type PlatformStateKind =
  | "open"
  | "needs_retest"
  | "passed"
  | "failed_again"
  | "other_issue"
  | "fixed"
  | "confirmed"
  | "not_applicable";

export interface PlatformState {
  code: string;
  label: string;
  kind: PlatformStateKind;
  fix: { by: string; at: string; pullRequest: Issue["fixed_on"][number]["pull_request"] } | null;
  /** The last result, if it came after the fix. */
  result: { by: string; at: string } | null;
}

export function platformStates(issue: Issue, app: App, check: Check | undefined): PlatformState[] {
  const covered = issue.all_platforms
    ? app.platforms
    : app.platforms.filter(({ code }) => issue.platforms.includes(code));
  return covered.map(({ code, label }) => {
    const platformStatus = check?.platforms.find((one) => one.code === code);
    const fix = fixOn(issue, code);
    const kind = kindOf(issue, fix !== null, platformStatus);
    const last = kind === "passed" || kind === "failed_again" ? (platformStatus?.last_result ?? null) : null;
    return { code, label, kind, fix, result: last && { by: last.recorded_by, at: last.recorded_at } };
  });
}

function fixOn(issue: Issue, code: string): PlatformState["fix"] {
  const own = issue.fixed_on.find(({ platform }) => platform === code);
  if (own !== undefined) return { by: own.fixed_by, at: own.fixed_at, pullRequest: own.pull_request };
  if (issue.status === "open" || issue.fixed_at === null) return null;
  return { by: issue.fixed_by ?? "", at: issue.fixed_at, pullRequest: null };
}

function kindOf(
  issue: Issue,
  isFixed: boolean,
  platformStatus: Check["platforms"][number] | undefined,
): PlatformStateKind {
  if (platformStatus?.status === "not_applicable") return "not_applicable";
  if (!isFixed) return "open";
  if (issue.check === null) return issue.confirmed_fixed_at === null ? "fixed" : "confirmed";
  if (platformStatus === undefined || platformStatus.status === "untested") return "fixed";
  if (platformStatus.status !== "failed") return platformStatus.status;
  return platformStatus.open_issues > 0 ? "other_issue" : "failed_again";
}
