// Looks again at partly fixed issues after the platforms that count for them have changed: a platform marked N/A, added or
// dropped. One that has nothing left open is fixed.
import { affected, fixIfNothingOpen, type Issue } from "../../domain/issues/issue.ts";
import { updateIssue } from "../../storage/issues/write-issues.ts";
import { getCheckOfApp, isLive } from "../../storage/runbook/checks.ts";
import { listPlatformStatuses } from "../../storage/status/platform-statuses.ts";
import { type AppWrite, append } from "../app-write.ts";
import type { Cause } from "../cause.ts";
import { recomputeForIssue } from "../status/recompute-status.ts";
import { awaitsResults, onStatusChange } from "./on-status-change.ts";

export async function closeIssuesWithNothingOpen(
  write: AppWrite,
  issues: readonly Issue[],
  cause: Cause,
): Promise<void> {
  for (const issue of issues) {
    const marked = await notApplicableOn(write, issue);
    const after = fixIfNothingOpen(issue, affected(issue, write.appConfig.platforms, marked), write.app.revision);
    updateIssue(write.tx, write.app, after, awaitsResults(write, issue, after));
    if (after.status === issue.status) continue;
    const check = issue.checkId === null ? null : await getCheckOfApp(write.tx, write.app, issue.checkId);
    if (check !== null && isLive(check)) await recomputeForIssue(write, check, { before: issue, after });
    await onStatusChange(write, issue, after, cause);
    const changes = { status: { from: issue.status, to: after.status } };
    append(write, { kind: "issue_fixed", by: cause.by, issueId: issue.id, changes });
  }
}

/** The platforms marked N/A on the issue's check. */
export async function notApplicableOn({ tx }: AppWrite, issue: Pick<Issue, "checkId">): Promise<ReadonlySet<string>> {
  if (issue.checkId === null) return new Set();
  const statusRows = await listPlatformStatuses(tx, issue.checkId);
  return new Set(statusRows.filter(({ notApplicable }) => notApplicable === 1).map(({ platform }) => platform));
}
