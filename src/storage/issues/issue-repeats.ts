// How often a webhook has reported an open issue once more. Deliveries of one batch are counted in the write cache and written once.
import { command, query, type Reads, type Tx } from "../database/database.ts";
import { type CachedRow, cached } from "../database/write-cache.ts";
import { forgetIssueAhead } from "./issues-ahead.ts";

interface Repeats {
  n: number;
  at: number;
}

/** How they are named in the write cache, by the issue's id. */
const REPEATS = "repeats";

const add = command("update issue set repeats = repeats + ?, repeated_at = ? where id = ?");
const logged = query<{ issueId: string; n: number }>(
  { issueId: "issue_id", n: "count(*)" },
  "from delivery where app_id = ? and issue_id is not null and status = 200 group by issue_id",
);

/** The caller holds the app, whose time this is. */
export function countRepeat(tx: Tx, issueId: string, at: number): void {
  const rows = tx.cache.rows<CachedRow<Repeats>>(REPEATS);
  const known = rows.get(issueId);
  const n = known?.dirty === true ? known.row.n + 1 : 1;
  rows.set(issueId, { row: { n, at }, dirty: true });
}

/** Whoever reads issues within a transaction comes here first. */
export function flushRepeats(db: Reads): void {
  const rows = cached<CachedRow<Repeats>>(db, REPEATS);
  for (const [id, { row, dirty }] of rows ?? []) {
    if (!dirty) continue;
    forgetIssueAhead(db as Tx, id);
    (db as Tx).run(add, row.n, row.at, id);
    rows!.set(id, { row, dirty: false });
  }
}

/** What the log still knows of, by issue: the doctor's. */
export async function countLoggedRepeats(db: Reads, appId: string): Promise<Map<string, number>> {
  return new Map((await db.all(logged, appId)).map(({ issueId, n }) => [issueId, n]));
}
