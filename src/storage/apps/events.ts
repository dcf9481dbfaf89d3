// Events: all that happened to an app, in the order of its revisions.
import { insert, query, type Reads, type Tx } from "../database/database.ts";
import type { App } from "./apps.ts";

export type EventKind =
  | "issue_raised"
  | "issue_edited"
  | "issue_fixed"
  | "issue_partly_fixed"
  | "issue_reopened"
  | "issue_confirmed"
  | "issue_unconfirmed"
  | "issue_verified"
  | "issue_attached"
  | "issue_detached"
  | "issue_assigned"
  | "issue_moved"
  | "issue_commented"
  | "issue_comment_edited"
  | "issue_comment_deleted"
  | "results_recorded"
  | "result_taken_back"
  | "result_attached"
  | "result_detached"
  | "not_applicable_set"
  | "app_created"
  | "app_changed"
  | "app_archived"
  | "app_restored"
  | "runbook_imported"
  | "section_created"
  | "section_changed"
  | "section_deleted"
  | "section_restored"
  | "check_created"
  | "check_changed"
  | "check_archived"
  | "check_restored"
  | "cycle_started"
  | "cycle_changed"
  | "cycle_closed"
  | "connection_created"
  | "connection_changed"
  | "connection_removed"
  | "badge_enabled"
  | "badge_disabled"
  | "webhook_changed"
  | "webhook_url_replaced"
  | "webhook_secret_replaced"
  | "webhook_secret_removed";

/** What changed: for each field what it was and what it became, or plain facts. */
export type Changes = Record<string, unknown>;

const add = insert("event", ["app_id", "revision", "part", "kind", "at", "actor", "issue_id", "changes"]);

/** Starts from the app's revisions: there are few after a recent one. */
const verifiedSince = query<{ revision: number }>(
  { revision: "e.revision" },
  `from event e where e.app_id = ? and e.revision >= ? and e.kind = 'issue_verified'
     and (select check_id from issue where issue.id = e.issue_id) = ? limit 1`,
);
const recorded = query<{ changes: string }>(
  { changes: "changes" },
  "from event where app_id = ? and revision = ? and kind = 'results_recorded' limit 1",
);
/** Events that change the runbook itself; of an app's changes only those of its platforms. */
const latestOfStructure = query<{ revision: number }>(
  { revision: "coalesce(max(revision), 0)" },
  `from event where app_id = ? and (kind in ('app_created', 'section_created', 'section_changed', 'section_deleted',
     'section_restored', 'check_created', 'check_changed', 'check_archived', 'check_restored', 'runbook_imported') or (kind = 'app_changed' and changes like '%"platforms":{"from":%'))`,
);

export interface NewEvent {
  kind: EventKind;
  by: string;
  issueId: string | null;
  changes: Changes;
}

export function appendEvent(tx: Tx, app: App, part: number, event: NewEvent): void {
  const changes = JSON.stringify(event.changes);
  tx.run(add, app.id, app.revision, part, event.kind, app.updatedAt, event.by, event.issueId, changes);
}

/** Whether the fix of an issue on this check was found to hold, at this revision or later. */
export async function wasVerifiedSince(db: Reads, app: App, checkId: string, revision: number): Promise<boolean> {
  return (await db.get(verifiedSince, app.id, revision, checkId)) !== undefined;
}

/** The id of the person who recorded the results of a revision; null if it was no person, or if that was not noted yet. */
export async function findRecorder(db: Reads, app: App, revision: number): Promise<string | null> {
  const event = await db.get(recorded, app.id, revision);
  return event === undefined ? null : ((JSON.parse(event.changes) as { person?: string }).person ?? null);
}

/** The revision that last changed the runbook of an app: for the doctor, who reads all of its events. */
export async function findLatestStructureEvent(db: Reads, app: App): Promise<number> {
  return (await db.get(latestOfStructure, app.id))!.revision;
}
