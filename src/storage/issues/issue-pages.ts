// Pages of issues, newest or most recently fixed first; the issue whose code was asked for stands above the first.

import { issueCode } from "../../domain/issues/issue-code.ts";
import { answers, type IssueQuery, termsOf } from "../../domain/issues/search-terms.ts";
import { getAppConfig } from "../apps/app-config.ts";
import type { App } from "../apps/apps.ts";
import { findFormerOwner } from "../apps/former-prefixes.ts";
import { findAppOfRow } from "../apps/row-in-reach.ts";
import { query, type Reads } from "../database/database.ts";
import { getChecksOfApps } from "../runbook/checks.ts";
import { findAppByPrefix } from "./issue-codes.ts";
import { termSource } from "./issue-document.ts";
import { PAGE_ROW, type PageRow } from "./issue-page-row.ts";
import { type IssuePageQuery, type IssuePlace, placeOf } from "./issue-ranges.ts";
import { pickOfSection, searchIssues } from "./issue-search.ts";
import type { IssueText } from "./issues.ts";
import { lookThrough, type ManyAppsQuery, searchManyApps } from "./issues-of-many-apps.ts";

/** An issue of a page, with the place that the next page begins below if it is the last of this one. */
export type PageIssue = IssueText & { place: IssuePlace };

/** An issue that is looked up by its code; it must match the other terms, too. */
export interface AskedCode {
  prefix: string;
  number: number;
  asked: IssueQuery;
}

const byNumber = query<PageRow & { status: string }>(
  { ...PAGE_ROW, status: "i.status" },
  "from issue i where i.app_id = ? and i.number = ?",
);

/** Issues of a few apps, or of as many as there are in reach. */
export type ListedIssues = IssuePageQuery | ManyAppsQuery;

export async function listIssues(db: Reads, wanted: ListedIssues, code: AskedCode | null = null): Promise<PageIssue[]> {
  const meant = code === null ? undefined : await findMeant(db, wanted, code);
  if (meant === undefined) {
    const { rows, apps } = await search(db, wanted);
    return withNames(db, apps, rows, null);
  }
  const found = await search(db, { ...wanted, limit: wanted.limit + 1 });
  const others = found.rows.filter(({ id }) => id !== meant.row.id);
  const rows = wanted.after === null ? [meant.row, ...others] : others;
  return withNames(db, [...found.apps, meant.app], rows.slice(0, wanted.limit), meant.row.id);
}

/** A page over many apps without filters. Undefined when it takes more than a short look. */
export async function listNewest(db: Reads, wanted: ManyAppsQuery): Promise<PageIssue[] | undefined> {
  const found = await lookThrough(db, wanted);
  return found === undefined ? undefined : withNames(db, found.apps, found.rows, null);
}

async function search(db: Reads, wanted: ListedIssues): Promise<{ rows: PageRow[]; apps: readonly App[] }> {
  if ("reach" in wanted) return searchManyApps(db, wanted);
  return { rows: await searchIssues(db, wanted), apps: wanted.apps };
}

/** The issue that a code names, if it passes the filters, too. */
async function findMeant(
  db: Reads,
  wanted: ListedIssues,
  code: AskedCode,
): Promise<{ row: PageRow; app: App } | undefined> {
  const app = await findByPrefix(db, wanted, code.prefix);
  const row = app === undefined ? undefined : await db.get(byNumber, app.id, code.number);
  if (app === undefined || row === undefined) return undefined;
  const { checkId, statuses, raised } = wanted;
  const isListed =
    statuses.some((status) => status === row.status) &&
    (checkId === null || checkId === row.checkId) &&
    row.id >= raised.from &&
    row.id < raised.below;
  if (!isListed || !answers(termsOf(termSource(row.checkId, row.document)), code.asked)) return undefined;
  const sectionId = "reach" in wanted ? undefined : wanted.sectionId;
  return sectionId === undefined || (await pickOfSection(db, sectionId, [row])).length > 0 ? { row, app } : undefined;
}

/** The one that has the prefix, or had it before. */
async function findByPrefix(db: Reads, wanted: ListedIssues, prefix: string): Promise<App | undefined> {
  if ("reach" in wanted) return findReachedByPrefix(db, wanted, prefix);
  const { apps } = wanted;
  const known = apps.find((app) => app.prefix === prefix);
  if (known !== undefined || apps.length === 0) return known;
  const former = await findFormerOwner(db, apps[0]!.workspaceId, prefix);
  return apps.find(({ id }) => id === former);
}

async function findReachedByPrefix(db: Reads, wanted: ManyAppsQuery, prefix: string): Promise<App | undefined> {
  const { reach, platform } = wanted;
  const appId = await findAppByPrefix(db, reach, prefix);
  const app = appId === undefined ? undefined : await findAppOfRow(db, reach, { appId });
  if (app === undefined || platform === null) return app;
  return (await getAppConfig(db, app)).platforms.some(({ code }) => code === platform) ? app : undefined;
}

/** Adds names, which may change and so aren't stored with issues: the app's, the check's ref and title. */
async function withNames(
  db: Reads,
  apps: readonly App[],
  rows: readonly PageRow[],
  meant: string | null,
): Promise<PageIssue[]> {
  const byId = new Map(apps.map((app) => [app.id, app]));
  const named = rows.flatMap(({ appId, checkId }) =>
    checkId === null ? [] : [{ app: byId.get(appId)!, id: checkId }],
  );
  const checks = await getChecksOfApps(db, named);
  const issues: PageIssue[] = [];
  for (const [i, row] of rows.entries()) {
    const { id, appId, checkId, repeats, repeatedAt, document } = row;
    const app = byId.get(appId)!;
    const check = checkId === null ? undefined : checks.get(checkId);
    const checkRef = check?.ref ?? null;
    const checkTitle = check?.title ?? null;
    const place = id === meant && i === 0 ? placeAbove(rows[1]) : placeOf(row);
    const code = issueCode(app.prefix, row.number);
    const names = { appName: app.name, checkRef, checkTitle };
    issues.push({ id, code, appId, checkId, ...names, repeats, repeatedAt, document, place });
  }
  return issues;
}

/** Below it comes the row itself, and nothing that was raised or fixed after it. */
function placeAbove(row: PageRow | undefined): IssuePlace {
  const { id = "", fixedAt = 0, fixedRevision = 0 } = row === undefined ? {} : placeOf(row);
  return { id: `${id}~`, fixedAt, fixedRevision };
}
