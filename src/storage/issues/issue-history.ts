// The history of an issue: its events, newest first.
import type { EventKind } from "../apps/events.ts";
import { query, type Reads } from "../database/database.ts";

export interface HistoryEntry {
  revision: number;
  part: number;
  kind: EventKind;
  at: number;
  by: string;
  changes: string;
}

const COLUMNS = { revision: "revision", part: "part", kind: "kind", at: "at", by: "actor", changes: "changes" };
const firstPage = query<HistoryEntry>(
  COLUMNS,
  "from event where issue_id = ? order by revision desc, part desc limit ?",
);
const nextPage = query<HistoryEntry>(
  COLUMNS,
  "from event where issue_id = ? and (revision, part) < (?, ?) order by revision desc, part desc limit ?",
);
const fixes = query<Pick<HistoryEntry, "revision" | "changes">>(
  { revision: "revision", changes: "changes" },
  "from event where issue_id = ? and kind in ('issue_fixed', 'issue_partly_fixed') order by revision, part",
);

/** When the issue was last fixed on each platform that was fixed by itself: the app's revision. */
export async function listFixRevisions(db: Reads, issueId: string): Promise<Map<string, number>> {
  const revisions = new Map<string, number>();
  for (const { revision, changes } of await db.all(fixes, issueId)) {
    const { fixed_on: platforms = [] } = JSON.parse(changes) as { fixed_on?: string[] };
    for (const platform of platforms) revisions.set(platform, revision);
  }
  return revisions;
}

/** The issue has been reached by the caller. */
export async function listHistory(
  db: Reads,
  issueId: string,
  after: { revision: number; part: number } | null,
  limit: number,
): Promise<HistoryEntry[]> {
  if (after === null) return db.all(firstPage, issueId, limit);
  return db.all(nextPage, issueId, after.revision, after.part, limit);
}
