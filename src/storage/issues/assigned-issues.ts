// The issues that are assigned to somebody, in all apps that are not archived.
import { issueCode } from "../../domain/issues/issue-code.ts";
import type { Person } from "../access/people.ts";
import { query, type Reads } from "../database/database.ts";

const OF_PERSON = `from assignee a join issue i on i.id = a.issue_id join app on app.id = i.app_id
   where a.person_id = ? and app.archived_at is null`;
const OPEN = `${OF_PERSON} and i.status = 'open'`;
const countOpen = query<{ n: number }>({ n: "count(*)" }, OPEN);
const open = query<{ id: string; appName: string; prefix: string; number: number; document: string }>(
  { id: "i.id", appName: "app.name", prefix: "app.prefix", number: "i.number", document: "i.document" },
  `${OPEN} order by i.id desc limit ?`,
);
const ofPerson = query<{ id: string }>({ id: "i.id" }, `${OF_PERSON} and i.id > ? order by i.id limit ?`);

/** The next ids of issues that are assigned to a person, open or fixed, behind `after`. */
export async function listAssignedIssues(
  db: Reads,
  { id }: Pick<Person, "id">,
  after: string,
  limit: number,
): Promise<string[]> {
  return (await db.all(ofPerson, id, after, limit)).map((issue) => issue.id);
}

export interface AssignedIssue {
  id: string;
  code: string;
  appName: string;
  text: string;
}

/** How many open issues are assigned to a person, and the newest of them. The caller has reached the person. */
export async function findOpenAssigned(
  db: Reads,
  { id }: Pick<Person, "id">,
  limit: number,
): Promise<{ total: number; newest: AssignedIssue[] }> {
  const newest = (await db.all(open, id, limit)).map((row) => ({
    id: row.id,
    code: issueCode(row.prefix, row.number),
    appName: row.appName,
    text: JSON.parse(row.document).text as string,
  }));
  const total = newest.length < limit ? newest.length : (await db.get(countOpen, id))!.n;
  return { total, newest };
}
