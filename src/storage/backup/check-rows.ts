// Whether the rows of a staged workspace are such as this program writes them. Some are read by what serves every workspace, the search index
// and the jobs of the server: a row that nobody would write here must not stop those, or make them change what is another workspace's.
import { ERASURE_KINDS } from "../../domain/privacy/erasure.ts";
import { type Query, query } from "../database/database.ts";
import type { SqliteWriter } from "../database/sqlite.ts";
import { NUMBERS } from "../issues/search-index.ts";
import { DamagedBackup } from "./backup-file.ts";

type Found = { one: number };

interface Refused {
  rows: Query<Found>;
  why: string;
}

const refused = (rest: string, why: string): Refused => ({
  rows: query<Found>({ one: "1" }, `from ${rest} limit 1`),
  why,
});

const KINDS = ERASURE_KINDS.map((kind) => `'${kind}'`).join(", ");
/** Whoever goes on with an erasure does so in every workspace: one that is done has nothing to go on with. */
const REFUSED: readonly Refused[] = [
  refused(
    `erasure where state <> 'done' or subject is not null or finished_at is null or kind not in (${KINDS})
     or case when json_valid(progress) then json_type(progress) <> 'object' else 1 end`,
    "it has an erasure that is not done, or can't be read",
  ),
  refused(
    `app where last_number not between 0 and ${NUMBERS - 1}`,
    "an app in it has given more numbers than there are for issues",
  ),
  refused(
    "issue join app on app.id = issue.app_id where issue.number not between 1 and app.last_number",
    "an issue in it has a number that its app has not given",
  ),
  refused("issue group by app_id, number having count(*) > 1", "two issues in it have the same number"),
];

/** Throws `DamagedBackup`. */
export function requireAsWritten(db: SqliteWriter): void {
  for (const { rows, why } of REFUSED) if (db.get(rows) !== undefined) throw new DamagedBackup(why);
}
