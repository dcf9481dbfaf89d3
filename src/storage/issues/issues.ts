// Issues: kept as a document beside a few key columns, read as texts for answers and as issues for actions.

import { type Reach, reaches } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import type { Issue, IssueStatus } from "../../domain/issues/issue.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import { findHeldApp } from "../apps/apps.ts";
import { askedTogether, query, type Reads, type Tx } from "../database/database.ts";
import { IS_WATCHED } from "../inbox/watchers.ts";
import { fromDocument, ISSUE_ROW, type IssueRow } from "./issue-document.ts";
import { flushRepeats } from "./issue-repeats.ts";
import { findIssueAhead } from "./issues-ahead.ts";

/** An issue as an answer needs it. */
export interface IssueText {
  id: string;
  code: string;
  appId: string;
  appName: string;
  checkId: string | null;
  checkRef: string | null;
  checkTitle: string | null;
  /** Deliveries of the webhook that reported it once more, and the time of the last. */
  repeats: number;
  repeatedAt: number | null;
  document: string;
}

const STATUSES: readonly IssueStatus[] = ["open", "fixed"];
const BATCH = 1_000;

/** The workspace, found through the app; null while the app is archived, as nobody reaches it then. */
const WORKSPACE = "(select workspace_id from app where app.id = issue.app_id and archived_at is null)";
const textById = askedTogether(
  query<Omit<IssueText, "code"> & { number: number; prefix: string; workspaceId: string | null }>(
    {
      id: "issue.id",
      number: "issue.number",
      prefix: "app.prefix",
      appId: "issue.app_id",
      appName: "app.name",
      checkId: "issue.check_id",
      checkRef: "c.ref",
      checkTitle: "c.title",
      repeats: "issue.repeats",
      repeatedAt: "issue.repeated_at",
      document: "issue.document",
      workspaceId: "case when app.archived_at is null then app.workspace_id end",
    },
    `from issue join app on app.id = issue.app_id left join "check" c on c.id = issue.check_id where issue.id = ?`,
  ),
  ["text"],
);
const appOf = query<{ id: string; workspaceId: string | null }>(
  { id: "app_id", workspaceId: WORKSPACE },
  "from issue where id = ?",
);
const byId = query<IssueRow & { watched: number }>({ ...ISSUE_ROW, watched: IS_WATCHED }, "from issue where id = ?");
const byNumber = query<{ id: string }>({ id: "id" }, "from issue where number = ? and app_id = ?");
/** Inside a text the quotes would be escaped: the pattern can only be the field itself. */
const openOnEvery = query<{ checkId: string; n: number }>(
  { checkId: "check_id", n: "count(*)" },
  `from issue where app_id = ? and status = 'open' and check_id is not null and document like '%,"all_platforms":true,%'
   group by check_id`,
);
const PARTLY_FIXED = `status = 'open' and document not like '%"fixed_on":[],%'`;
const partlyFixedOnCheck = query<IssueRow>(
  ISSUE_ROW,
  `from issue where app_id = ? and check_id = ? and ${PARTLY_FIXED}`,
);
const onCheck = query<IssueRow>(ISSUE_ROW, "from issue where check_id = ?");
const partlyFixedInApp = query<IssueRow>(ISSUE_ROW, `from issue where app_id = ? and ${PARTLY_FIXED}`);
const ofApp = query<IssueRow & IssueColumns>(
  { ...ISSUE_ROW, status: "status", fixedAt: "fixed_at", sectionId: "section_id" },
  "from issue where app_id = ? and status = ? and id > ? order by id limit ?",
);
const HERE = "app_id in (select id from app where workspace_id = ?)";
const holding = query<{ document: string }>(
  { document: "document" },
  `from issue where ${HERE} and replace(lower(document), ?, '') <> lower(document)`,
);
const ofUnverified = query<IssueRow>(ISSUE_ROW, "from issue where app_id = ? and unverified = 1");

/** Finds an issue; one out of reach reads as absent. */
export function findIssueText(db: Reads, reach: Reach, id: string): Awaitable<IssueText | undefined> {
  flushRepeats(db);
  return andThen(db.get(textById, id), (row) => {
    if (row === undefined || !reaches(reach, { id: row.appId, workspaceId: row.workspaceId })) return undefined;
    return {
      id: row.id,
      code: issueCode(row.prefix, row.number),
      appId: row.appId,
      appName: row.appName,
      checkId: row.checkId,
      checkRef: row.checkRef,
      checkTitle: row.checkTitle,
      repeats: row.repeats,
      repeatedAt: row.repeatedAt,
      document: row.document,
    };
  });
}

/** The app of an issue, to sort units by app. The reach is checked before anything is done with it. */
export async function findAppIdOfIssue(db: Reads, id: string): Promise<string | undefined> {
  return (await db.get(appOf, id))?.id;
}

/** The app of an issue, if it is in reach. */
export async function findReachedAppId(db: Reads, reach: Reach, id: string): Promise<string | undefined> {
  const app = findAppAhead(db, id) ?? (await db.get(appOf, id));
  return app === undefined || !reaches(reach, app) ? undefined : app.id;
}

/** The app of an issue that was read ahead, as the transaction sees it now. */
function findAppAhead(db: Reads, id: string): { id: string; workspaceId: string | null } | undefined {
  const app = findHeldApp(db, findIssueAhead(db, id)?.appId);
  return app && { id: app.id, workspaceId: app.archivedAt === null ? app.workspaceId : null };
}

/** The app of an issue in reach. Throws `not_found`. */
export async function getAppIdOfIssue(db: Reads, reach: Reach, id: string): Promise<string> {
  const appId = await findReachedAppId(db, reach, id);
  if (appId === undefined) throw notFound("issue");
  return appId;
}

/** An issue that is known to exist; the caller holds its app. */
export async function getIssue(tx: Tx, id: string): Promise<Issue> {
  flushRepeats(tx);
  const ahead = findIssueAhead(tx, id);
  if (ahead !== undefined) return ahead;
  const { document, watched, ...keys } = (await tx.get(byId, id))!;
  return { ...fromDocument(keys, document), isWatched: watched === 1 };
}

/** Finds an issue by its number; the caller holds the app. */
export async function findIssueByNumber(db: Reads, appId: string, number: number): Promise<string | undefined> {
  return (await db.get(byNumber, number, appId))?.id;
}

/** Open issues that cover every platform, counted by check. */
export async function countOpenOnEvery(db: Reads, appId: string): Promise<Map<string, number>> {
  return new Map((await db.all(openOnEvery, appId)).map(({ checkId, n }) => [checkId, n]));
}

/** Issues that are fixed on some platforms and open on others. */
export async function listPartlyFixedOnCheck(db: Reads, check: { id: string; appId: string }): Promise<Issue[]> {
  return (await db.all(partlyFixedOnCheck, check.appId, check.id)).map((row) => fromDocument(row, row.document));
}

/** All issues on a check, open or fixed. */
export async function listIssuesOnCheck(db: Reads, checkId: string): Promise<Issue[]> {
  return (await db.all(onCheck, checkId)).map((row) => fromDocument(row, row.document));
}

export async function listPartlyFixedInApp(db: Reads, appId: string): Promise<Issue[]> {
  return (await db.all(partlyFixedInApp, appId)).map((row) => fromDocument(row, row.document));
}

/** Fixed issues whose fix is to be verified by results on their check. */
export async function listUnverified(db: Reads, appId: string): Promise<Issue[]> {
  return (await db.all(ofUnverified, appId)).map((row) => fromDocument(row, row.document));
}

/** The columns that repeat what the document says, for whoever compares. */
export interface IssueColumns {
  status: string;
  fixedAt: number | null;
  sectionId: string | null;
}

/** All issues of an app, open ones first, read in batches. */
export async function* eachIssue(db: Reads, appId: string): AsyncGenerator<{ issue: Issue; columns: IssueColumns }> {
  for (const wanted of STATUSES) {
    for (let after = "", more = true; more; ) {
      const rows = await db.all(ofApp, appId, wanted, after, BATCH);
      for (const { document, status, fixedAt, sectionId, ...keys } of rows) {
        yield { issue: fromDocument(keys, document), columns: { status, fixedAt, sectionId } };
      }
      more = rows.length === BATCH;
      after = rows.at(-1)?.id ?? "";
    }
  }
}

/** The documents of a workspace's issues that hold a text, in whatever letters. */
export async function listDocumentsWith(db: Reads, workspaceId: string, text: string): Promise<string[]> {
  const written = JSON.stringify(text).slice(1, -1);
  return (await db.all(holding, workspaceId, written)).map(({ document }) => document);
}
