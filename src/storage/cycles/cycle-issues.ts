// The open issues that fail something of an open cycle, and where.
import { type Issue, openPlatforms } from "../../domain/issues/issue.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { getAppConfig } from "../apps/app-config.ts";
import type { App } from "../apps/apps.ts";
import { query, type Reads } from "../database/database.ts";
import { fromDocument, ISSUE_ROW, type IssueRow } from "../issues/issue-document.ts";
import { flushPlatformStatuses } from "../status/platform-statuses.ts";
import { flushCycleStatuses } from "./cycle-statuses.ts";

/** An open issue, and the platforms on which it is open and its check is in the cycle. */
export interface CycleIssue {
  code: string;
  checkId: string;
  platforms: string[];
}

const onChecks = query<IssueRow>(
  ISSUE_ROW,
  `from issue where app_id = ? and status = 'open' and check_id in (select check_id from cycle_status where cycle_id = ?)
   order by id`,
);
const placesOf = query<{ checkId: string; platform: string }>(
  { checkId: "r.check_id", platform: "r.platform" },
  `from cycle_status r join standing g on g.check_id = r.check_id and g.platform = r.platform
   where r.cycle_id = ? and g.open_issues > 0`,
);

/** Open issues on what a cycle tests, oldest first. */
export async function listIssuesOfCycle(db: Reads, app: App, cycleId: string): Promise<CycleIssue[]> {
  flushPlatformStatuses(db);
  flushCycleStatuses(db);
  const places = new Set((await db.all(placesOf, cycleId)).map(({ checkId, platform }) => `${checkId} ${platform}`));
  if (places.size === 0) return [];
  const { platforms } = await getAppConfig(db, app);
  const issues: CycleIssue[] = [];
  for (const row of await db.all(onChecks, app.id, cycleId)) {
    const issue: Issue = fromDocument(row, row.document);
    const checkId = issue.checkId!;
    const inCycle = openPlatforms(issue, platforms).filter((code) => places.has(`${checkId} ${code}`));
    if (inCycle.length > 0) issues.push({ code: issueCode(app.prefix, issue.number), checkId, platforms: inCycle });
  }
  return issues;
}
