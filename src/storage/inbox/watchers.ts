// Who watches which issue. Whoever has stopped stays as such, so that nothing but their own wish brings them back.
import type { WatchReason } from "../../domain/inbox/inbox.ts";
import { command, query, type Reads, type Tx } from "../database/database.ts";
import { cached } from "../database/write-cache.ts";

export interface Watching {
  reason: WatchReason;
  stoppedAt: number | null;
}

const ofIssue = query<{ personId: string }>(
  { personId: "w.person_id" },
  `from watcher w join person p on p.id = w.person_id
   where w.issue_id = ? and w.stopped_at is null and p.removed_at is null order by w.person_id`,
);
const ofPerson = query<Watching>(
  { reason: "reason", stoppedAt: "stopped_at" },
  "from watcher where issue_id = ? and person_id = ?",
);
const join = command(
  "insert into watcher (issue_id, person_id, reason, stopped_at) values (?, ?, ?, null) on conflict (issue_id, person_id) do nothing",
);
const choose = command(
  `insert into watcher (issue_id, person_id, reason, stopped_at) values (?, ?, 'chosen', ?)
   on conflict (issue_id, person_id) do update set stopped_at = excluded.stopped_at`,
);

/** Whether an issue has a watcher, even one who stopped; for a list of columns of the issue's table. */
export const IS_WATCHED =
  "case when exists (select 1 from watcher where watcher.issue_id = issue.id) then 1 else 0 end";

/** People who watch an issue and neither stopped nor were removed. */
export async function listWatchers(db: Reads, issueId: string): Promise<string[]> {
  return (await db.all(ofIssue, issueId)).map(({ personId }) => personId);
}

export async function findWatching(db: Reads, issueId: string, personId: string): Promise<Watching | undefined> {
  return db.get(ofPerson, issueId, personId);
}

/** How issues that somebody has begun to watch are named in the write cache. */
const WATCHED = "watched";

/** Whether somebody has begun to watch the issue, or stopped, in this transaction. */
export function wasWatchedMeanwhile(db: Reads, issueId: string): boolean {
  return cached<true>(db, WATCHED)?.has(issueId) === true;
}

/** Makes a person watch an issue, unless they do already or have stopped. */
export function startWatching(tx: Tx, issueId: string, personId: string, reason: WatchReason): void {
  tx.cache.rows<true>(WATCHED).set(issueId, true);
  tx.run(join, issueId, personId, reason);
}

/** Stores the person's own choice, whatever was before. */
export function setWatching(tx: Tx, issueId: string, personId: string, stoppedAt: number | null): void {
  tx.cache.rows<true>(WATCHED).set(issueId, true);
  tx.run(choose, issueId, personId, stoppedAt);
}
