// The issues that are assigned to somebody, in all apps that are not archived.
import type { Person } from "../access/people.ts";
import { query, type Reads } from "../database/database.ts";

const OF_PERSON = `from assignee a join issue i on i.id = a.issue_id join app on app.id = i.app_id
   where a.person_id = ? and app.archived_at is null`;
const ofPerson = query<{ id: string }>({ id: "i.id" }, `${OF_PERSON} order by i.id`);

/** The ids of all of them, open and fixed. */
export async function listAssignedIssues(db: Reads, { id }: Pick<Person, "id">): Promise<string[]> {
  return (await db.all(ofPerson, id)).map((issue) => issue.id);
}
