// Writes issues: the document beside a few key columns, and the terms that they are found by.
import type { Issue } from "../../domain/issues/issue.ts";
import { keyToKeep } from "../../domain/report/dedupe-key.ts";
import type { App } from "../apps/apps.ts";
import { command, insert, query, type Tx } from "../database/database.ts";
import { updateRow } from "../database/row-changes.ts";
import { fromDocument, ISSUE_ROW, type IssueRow, toDocument } from "./issue-document.ts";
import { flushRepeats } from "./issue-repeats.ts";
import { forgetIssueAhead } from "./issues-ahead.ts";
import { indexIssue, SEARCHED, vectorOf } from "./search-index.ts";

const byId = query<IssueRow>(ISSUE_ROW, "from issue where id = ?");
/** Columns of a new issue: it isn't fixed, and the others keep their defaults. */
const NEW = [
  ...["id", "workspace_id", "app_id", "number", "check_id", "section_id", "status", "dedupe_key", "document"],
  "searched",
];
const add = insert("issue", NEW);
const addWithTerms = insert("issue", [...NEW, "terms"]);
const SAVED = "status text, fixed_at bigint, fixed_revision bigint, unverified bigint, document text";
const SET = `status = {status}, fixed_at = {fixed_at}, fixed_revision = {fixed_revision},
  unverified = coalesce({unverified}, issue.unverified), document = {document}, searched = ${SEARCHED}`;
const save = updateRow("issue", SAVED, "id text", SET);
const saveWithTerms = updateRow("issue", `${SAVED}, terms text`, "id text", `${SET}, terms = {terms}::tsvector`);
const move = command("update issue set check_id = ?, section_id = ? where id = ?");

type OfWorkspace = Pick<App, "workspaceId">;

/** Gives back the document, which is what an answer is made of. The caller holds the app. */
export function insertIssue(tx: Tx, { workspaceId }: OfWorkspace, issue: Issue): string {
  const document = toDocument(issue);
  const { id, appId, number, checkId, sectionId, status } = issue;
  const dedupeKey = keyToKeep(issue);
  const row = [id, workspaceId, appId, number, checkId, sectionId, status, dedupeKey, document, SEARCHED];
  if (tx.dialect === "postgres") tx.run(addWithTerms, ...row, vectorOf(issue, workspaceId));
  else {
    tx.run(add, ...row);
    indexIssue(tx, issue, true);
  }
  return document;
}

/** `unverified` says whether results are still to show that the fix holds; null leaves that as it is. */
export function updateIssue(
  tx: Tx,
  { workspaceId }: OfWorkspace,
  issue: Issue,
  unverified: boolean | null = null,
): string {
  forgetIssueAhead(tx, issue.id);
  const document = toDocument(issue);
  const flag = unverified === null ? null : Number(unverified);
  const row = [issue.status, issue.fixedAt, issue.fixedRevision, flag, document];
  if (tx.dialect === "postgres") tx.run(saveWithTerms, ...row, vectorOf(issue, workspaceId), issue.id);
  else {
    tx.run(save, ...row, issue.id);
    indexIssue(tx, issue, false);
  }
  return document;
}

/** Replaces an issue's texts and its terms in the index. The caller holds its app. */
export async function rewriteIssue(
  tx: Tx,
  of: OfWorkspace,
  id: string,
  rewrite: (document: string) => string,
): Promise<{ before: Issue; after: Issue }> {
  flushRepeats(tx);
  const { document, ...keys } = (await tx.get(byId, id))!;
  const after = fromDocument(keys, rewrite(document));
  updateIssue(tx, of, after);
  return { before: fromDocument(keys, document), after };
}

/** The columns that say where an issue belongs; the document is written beside them, as with every change. */
export function moveIssue(tx: Tx, { id, checkId, sectionId }: Issue): void {
  forgetIssueAhead(tx, id);
  tx.run(move, checkId, sectionId, id);
}
