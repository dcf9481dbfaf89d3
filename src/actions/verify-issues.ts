// Verification by results: a fix of an issue with a check holds once every platform it affects has passed after it.
import { affected, type Issue } from "../domain/issue.ts";
import { listUnverified, updateIssue } from "../storage/issues.ts";
import { listStandings, type Standing } from "../storage/standings.ts";
import { append, type Ledger } from "./ledger.ts";
import { notifyFixed } from "./notify-fixed.ts";

/** After results were recorded on some checks: looks at the fixes there that somebody outside waits for. */
export async function verifyIssues(ledger: Ledger, checkIds: ReadonlySet<string>, by: string): Promise<void> {
  const { tx, app } = ledger;
  for (const issue of await listUnverified(tx, app.id)) {
    if (!checkIds.has(issue.checkId!)) continue;
    if (!isVerified(ledger, issue, await listStandings(tx, issue.checkId!))) continue;
    updateIssue(tx, issue, false);
    append(ledger, { kind: "issue_verified", by, issueId: issue.id, changes: {} });
    await notifyFixed(ledger, issue, { by, at: app.updatedAt });
  }
}

function isVerified({ shape }: Ledger, issue: Issue, standings: readonly Standing[]): boolean {
  const marked = new Set(standings.filter((row) => row.notApplicable === 1).map((row) => row.platform));
  const counting = affected(issue, shape.platforms, marked);
  const fixedRevision = issue.fixedRevision ?? 0;
  return counting.every((platform) =>
    standings.some(
      (row) => row.platform === platform && row.outcome === "passed" && row.resultRevision > fixedRevision,
    ),
  );
}
