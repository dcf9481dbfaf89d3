// Verification by results: a fix of an issue with a check holds once every platform it affects has passed after it.

import { EVERY_PLATFORM } from "../../domain/apps/platforms.ts";
import { affected, type Issue } from "../../domain/issues/issue.ts";
import { listUnverified } from "../../storage/issues/issues.ts";
import { type FixRow, listFixes } from "../../storage/issues/platform-fixes.ts";
import { updateIssue } from "../../storage/issues/write-issues.ts";
import { listPlatformStatuses, type PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import { type AppWrite, append } from "../app-write.ts";
import { forwardIssue } from "../outbox/forward-issue.ts";
import { notifyFixed } from "../outbox/notify-fixed.ts";

/**
 * After results were recorded on some checks, or other platforms count there (null: on any): looks at the fixes that
 * somebody outside waits for.
 */
export async function verifyIssues(write: AppWrite, checkIds: ReadonlySet<string> | null, by: string): Promise<void> {
  const { tx, app } = write;
  for (const issue of await listUnverified(tx, app.id)) {
    if (checkIds !== null && !checkIds.has(issue.checkId!)) continue;
    const [statusRows, fixes] = [await listPlatformStatuses(tx, issue.checkId!), await listFixes(tx, issue.id)];
    if (!isVerified(write, issue, statusRows, fixes)) continue;
    updateIssue(tx, app, issue, false);
    append(write, { kind: "issue_verified", by, issueId: issue.id, changes: {} });
    await notifyFixed(write, issue, { by, at: app.updatedAt });
    await forwardIssue(write, issue, "confirmed", { by });
  }
}

/**
 * Each platform has passed after its own fix: one that was fixed and passed before the others need not pass again. Where
 * none is left that counts, nobody has tested.
 */
function isVerified(
  { appConfig }: AppWrite,
  issue: Issue,
  statusRows: readonly PlatformStatusRow[],
  fixes: readonly FixRow[],
): boolean {
  const marked = new Set(statusRows.filter((row) => row.notApplicable === 1).map((row) => row.platform));
  const revisions = new Map(fixes.map(({ platform, revision }) => [platform, revision]));
  const hasPassed = (platform: string) => {
    const fixed = revisions.get(platform) ?? revisions.get(EVERY_PLATFORM) ?? issue.fixedRevision ?? 0;
    return statusRows.some(
      (row) => row.platform === platform && row.outcome === "passed" && row.resultRevision > fixed,
    );
  };
  const counting = affected(issue, appConfig.platforms, marked);
  return counting.length > 0 && counting.every(hasPassed);
}
