// The report of an app's runbook as it stands: every check with who tested it last, when and how it came out, and the open issues.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Reach } from "../../domain/access/grant.ts";
import type { Platform } from "../../domain/apps/platforms.ts";
import { openPlatforms } from "../../domain/issues/issue.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import type { GateFigures } from "../../domain/status/release-gate.ts";
import { addTally, emptyTally } from "../../domain/status/summary.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { getAppConfig } from "../apps/app-config.ts";
import { type App, getApp } from "../apps/apps.ts";
import { query, type Reads } from "../database/database.ts";
import { fromDocument, ISSUE_ROW, type IssueRow } from "../issues/issue-document.ts";
import { listChecks } from "../runbook/check-pages.ts";
import { readBySection } from "../runbook/read-by-section.ts";
import { listSections } from "../runbook/sections.ts";
import { listShownPlatformStatuses } from "./platform-statuses.ts";
import { readAtOneRevision } from "./release-gate-figures.ts";
import { IssuesByPlace, type ReportedRunbook } from "./reported-runbook.ts";

export interface AppReport extends ReportedRunbook {
  app: App;
  figures: GateFigures;
}

/** Throws `not_found`. */
export async function readAppReport(db: Reads, reach: Reach, id: string): Promise<AppReport> {
  return readAtOneRevision(db, await getApp(db, reach, id), async (app) => {
    const live = await listSections(db, app);
    const tally = emptyTally();
    for (const section of live) addTally(tally, section);
    const sections = await readBySection(
      live,
      (page) => listChecks(db, app, {}, page),
      async (page) => {
        const ids = page.map(({ id }) => id);
        const readings = groupBy(await listShownPlatformStatuses(db, ids), ({ checkId }) => checkId);
        return page.map((check) => ({ check, readings: readings.get(check.id) ?? [] }));
      },
    );
    const { platforms } = await getAppConfig(db, app);
    return {
      app,
      platforms: platforms.map(({ code }) => code),
      sections,
      issues: await readIssues(db, app, platforms),
      figures: { ...tally, openIssues: app.openIssues },
    };
  });
}

const AT_ONCE = 500;
const openIssues = query<IssueRow>(
  ISSUE_ROW,
  "from issue where app_id = ? and status = 'open' and id > ? order by id limit ?",
);

/** Issues on checks, oldest first at each place. */
async function readIssues(db: Reads, app: App, platforms: readonly Platform[]): Promise<IssuesByPlace> {
  const issues = new IssuesByPlace();
  for (let after = ""; ; ) {
    const page = await db.all(openIssues, app.id, after, AT_ONCE);
    for (const row of page) {
      if (row.checkId === null) continue;
      const code = issueCode(app.prefix, row.number);
      const issue = fromDocument(row, row.document);
      for (const platform of openPlatforms(issue, platforms)) issues.add(row.checkId, platform, code);
    }
    if (page.length < AT_ONCE) return issues;
    after = page.at(-1)!.id;
    await yieldToEventLoop();
  }
}
