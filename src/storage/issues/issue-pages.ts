// Pages of issues, newest or most recently fixed first; the issue whose code was asked for stands above the first.

import { issueCode } from "../../domain/issues/issue-code.ts";
import { answers, type IssueQuery, termsOf } from "../../domain/issues/search-terms.ts";
import type { App } from "../apps/apps.ts";
import { findFormerOwner } from "../apps/former-prefixes.ts";
import { query, type Reads } from "../database/database.ts";
import { getCheckOfApp } from "../runbook/checks.ts";
import { termSource } from "./issue-document.ts";
import { type IssuePageQuery, type IssuePlace, PAGE_ROW, type PageRow } from "./issue-ranges.ts";
import { searchIssues } from "./issue-search.ts";
import type { IssueText } from "./issues.ts";

/** An issue of a page, with the place that the next page begins below if it is the last of this one. */
export type PageIssue = IssueText & { place: IssuePlace };

/** An issue asked for by its code; it must have the terms that are asked for beside the code. */
export interface AskedCode {
  prefix: string;
  number: number;
  asked: IssueQuery;
}

const byNumber = query<PageRow & { status: string }>(
  { ...PAGE_ROW, status: "i.status" },
  "from issue i where i.app_id = ? and i.number = ?",
);

export async function listIssues(
  db: Reads,
  wanted: IssuePageQuery,
  code: AskedCode | null = null,
): Promise<PageIssue[]> {
  const meant = code === null ? undefined : await findMeant(db, wanted, code);
  if (meant === undefined) return withNames(db, wanted.apps, await searchIssues(db, wanted), null);
  const found = await searchIssues(db, { ...wanted, limit: wanted.limit + 1 });
  const others = found.filter(({ id }) => id !== meant.id);
  const rows = wanted.after === null ? [meant, ...others] : others;
  return withNames(db, wanted.apps, rows.slice(0, wanted.limit), meant.id);
}

/** The filters hold for it, too. */
async function findMeant(db: Reads, wanted: IssuePageQuery, code: AskedCode): Promise<PageRow | undefined> {
  const app = await findByPrefix(db, wanted.apps, code.prefix);
  const row = app === undefined ? undefined : await db.get(byNumber, app.id, code.number);
  if (row === undefined) return undefined;
  const { checkId, statuses, raised } = wanted;
  const isListed =
    statuses.some((status) => status === row.status) &&
    (checkId === null || checkId === row.checkId) &&
    row.id >= raised.from &&
    row.id < raised.below;
  return isListed && answers(termsOf(termSource(row.checkId, row.document)), code.asked) ? row : undefined;
}

/** The one that has the prefix, or had it before. */
async function findByPrefix(db: Reads, apps: readonly App[], prefix: string): Promise<App | undefined> {
  const known = apps.find((app) => app.prefix === prefix);
  if (known !== undefined || apps.length === 0) return known;
  const former = await findFormerOwner(db, apps[0]!.workspaceId, prefix);
  return apps.find(({ id }) => id === former);
}

/** What can be renamed stands beside the issues: the app's name, the check's ref and title. */
async function withNames(
  db: Reads,
  apps: readonly App[],
  rows: readonly PageRow[],
  meant: string | null,
): Promise<PageIssue[]> {
  const byId = new Map(apps.map((app) => [app.id, app]));
  const issues: PageIssue[] = [];
  for (const [i, row] of rows.entries()) {
    const { id, appId, checkId, repeats, repeatedAt, document } = row;
    const app = byId.get(appId)!;
    const found = checkId === null ? null : getCheckOfApp(db, app, checkId);
    const check = found instanceof Promise ? await found : found;
    const checkRef = check?.ref ?? null;
    const checkTitle = check?.title ?? null;
    const place = id === meant && i === 0 ? placeAbove(rows[1]) : placeOf(row);
    const code = issueCode(app.prefix, row.number);
    const names = { appName: app.name, checkRef, checkTitle };
    issues.push({ id, code, appId, checkId, ...names, repeats, repeatedAt, document, place });
  }
  return issues;
}

function placeOf({ id, fixedAt, fixedRevision }: PageRow): IssuePlace {
  return { id, fixedAt: fixedAt ?? 0, fixedRevision: fixedRevision ?? 0 };
}

/** Below it comes the row itself, and nothing that was raised or fixed after it. */
function placeAbove(row: PageRow | undefined): IssuePlace {
  const { id = "", fixedAt = 0, fixedRevision = 0 } = row === undefined ? {} : placeOf(row);
  return { id: `${id}~`, fixedAt, fixedRevision };
}
