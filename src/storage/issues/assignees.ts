// Who issues are assigned to, beside the names in their documents. Whoever was removed stays.
import type { Issue } from "../../domain/issues/issue.ts";
import type { App } from "../apps/apps.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

const COLUMNS = { issueId: "issue_id", personId: "person_id", position: "position" };
const ofIssue = query<{ personId: string }>(
  { personId: "person_id" },
  "from assignee where issue_id = ? order by position",
);
const ofApp = query<{ issueId: string; n: number }>(
  { issueId: "a.issue_id", n: "count(*)" },
  "from assignee a join issue i on i.id = a.issue_id where i.app_id = ? group by a.issue_id",
);
const add = insert("assignee", Object.values(COLUMNS));
const drop = command("delete from assignee where issue_id = ?");

/** The ids of people, in the order in which the issue names them. */
export async function listAssignees(tx: Tx, issue: Issue): Promise<string[]> {
  return (await tx.all(ofIssue, issue.id)).map(({ personId }) => personId);
}

/** How many people the rows of an app's issues name, by issue. */
export async function countAssigneesOfApp(db: Reads, app: App): Promise<Map<string, number>> {
  return new Map((await db.all(ofApp, app.id)).map(({ issueId, n }) => [issueId, n]));
}

export function replaceAssignees(tx: Tx, issue: Issue, people: readonly string[]): void {
  tx.run(drop, issue.id);
  for (const [position, personId] of people.entries()) tx.run(add, issue.id, personId, position);
}
