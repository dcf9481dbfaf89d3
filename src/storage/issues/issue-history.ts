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
