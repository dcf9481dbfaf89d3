// Issues that were read ahead for several units of a transaction, in its write cache: whoever changes one has it read anew.

import type { Issue } from "../../domain/issues/issue.ts";
import { query, type Reads, type Tx, withList } from "../database/database.ts";
import { cached } from "../database/write-cache.ts";
import { IS_WATCHED, wasWatchedMeanwhile } from "../inbox/watchers.ts";
import { fromDocument, ISSUE_ROW, type IssueRow } from "./issue-document.ts";

const byIds = withList((oneOf) =>
  query<IssueRow & { watched: number }>(
    { ...ISSUE_ROW, watched: IS_WATCHED },
    `from issue where id ${oneOf} and app_id = ?`,
  ),
);

/** How they are named in the write cache, by id. */
const AHEAD = "issue ahead";

/** Reads those of the issues that belong to the app. The caller holds it, and has changed none of its issues. */
export async function readIssuesAhead(tx: Tx, appId: string, ids: readonly string[]): Promise<Issue[]> {
  const rows = await tx.all(byIds[tx.dialect], JSON.stringify(ids), appId);
  const issues = rows.map(({ document, watched, ...keys }) => ({
    ...fromDocument(keys, document),
    isWatched: watched === 1,
  }));
  for (const issue of issues) tx.cache.rows<Issue>(AHEAD).set(issue.id, issue);
  return issues;
}

export function findIssueAhead(db: Reads, id: string): Issue | undefined {
  const issue = cached<Issue>(db, AHEAD)?.get(id);
  return issue !== undefined && wasWatchedMeanwhile(db, id) ? { ...issue, isWatched: true } : issue;
}

export function forgetIssueAhead(tx: Tx, id: string): void {
  tx.cache.rows<Issue>(AHEAD).delete(id);
}
