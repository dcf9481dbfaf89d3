// Notifications: written in the transaction that gives cause for them, claimed before they are sent, never sent twice.
import { notFound } from "../../domain/fault.ts";
import type { KeptNotificationState } from "../../domain/webhook/notification-state.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { command, insert, query, type Reads, returning, type Tx } from "../database/database.ts";

export type NotificationKind = "fixed" | "verified" | "test";

export interface Notification {
  id: string;
  appId: string;
  issueId: string | null;
  kind: NotificationKind;
  /** The notification that this one says again, by somebody's wish. */
  repeatOf: string | null;
  state: KeptNotificationState;
  /** The body that is sent, to the byte. */
  body: string;
  createdAt: number;
  claimedAt: number | null;
  finishedAt: number | null;
  /** `delivered`, `http_500`, `timeout` and the like. */
  outcome: string | null;
  httpStatus: number | null;
  durationMs: number | null;
}

const COLUMNS = {
  id: "id",
  appId: "app_id",
  issueId: "issue_id",
  kind: "kind",
  repeatOf: "repeat_of",
  state: "state",
  body: "body",
  createdAt: "created_at",
  claimedAt: "claimed_at",
  finishedAt: "finished_at",
  outcome: "outcome",
  httpStatus: "http_status",
  durationMs: "duration_ms",
};

const add = insert("notification", Object.values(COLUMNS));
const firstPage = query<Notification>(COLUMNS, "from notification where app_id = ? order by id desc limit ?");
const nextPage = query<Notification>(COLUMNS, "from notification where app_id = ? and id < ? order by id desc limit ?");
const byId = query<Notification>(COLUMNS, "from notification where app_id = ? and id = ?");
const latestOf = query<Notification>(
  COLUMNS,
  "from notification where app_id = ? and id >= ? and (id = ? or repeat_of = ?) order by id desc limit 1",
);
const ofPending = query<PendingNotification>(
  {
    id: "id",
    notifyUrl: "(select notify_url from webhook where webhook.app_id = notification.app_id)",
    workspaceId: "(select workspace_id from app where app.id = notification.app_id)",
  },
  "from notification where state = 'pending' and id > ? order by id limit ?",
);
const claim = returning<Notification>(
  "update notification set state = 'sending', claimed_at = ? where id = ? and state = 'pending'",
  COLUMNS,
);
const finish =
  command(`update notification set state = ?, finished_at = ?, outcome = ?, http_status = ?, duration_ms = ?
  where id = ? and state = 'sending'`);

const older = query<{ id: string }>(
  { id: "id" },
  "from notification where app_id = ? and id < ? and state <> 'pending' order by id limit ?",
);
const drop = command("delete from notification where id = ?");

/** Forgets some of what was sent before a moment; says whether there are more. */
export async function dropNotificationsBefore(tx: Tx, appId: string, at: number, limit: number): Promise<boolean> {
  const old = await tx.all(older, appId, firstIdAt("ntf", at), limit);
  for (const { id } of old) tx.run(drop, id);
  return old.length === limit;
}

/** The caller has reached the app. Newest first. */
export async function listNotifications(
  db: Reads,
  appId: string,
  before: string | null,
  limit: number,
): Promise<Notification[]> {
  return before === null ? db.all(firstPage, appId, limit) : db.all(nextPage, appId, before, limit);
}

/** The caller has reached the app. Throws `not_found`. */
export async function getNotification(db: Reads, appId: string, id: string): Promise<Notification> {
  const notification = await db.get(byId, appId, id);
  if (notification === undefined) throw notFound("notification");
  return notification;
}

/** The latest attempt at a notification; `id` is the first attempt's. */
export async function getLatestAttempt(db: Reads, appId: string, id: string): Promise<Notification> {
  return (await db.get(latestOf, appId, id, id, id))!;
}

/** A notification that waits to be claimed, where it would go now, and whose it is. */
export interface PendingNotification {
  id: string;
  notifyUrl: string | null;
  workspaceId: string;
}

/** What waits on any app, oldest first, from after an id on. */
export async function listPending(db: Reads, after: string, limit: number): Promise<PendingNotification[]> {
  return db.all(ofPending, after, limit);
}

export function insertNotification(tx: Tx, notification: Notification): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Notification)[]).map((field) => notification[field]));
}

/** Claims notifications that still wait, so that no other server takes them. All servers go in the same order. */
export async function claimPendingNotifications(tx: Tx, at: number, ids: readonly string[]): Promise<Notification[]> {
  const claimed = await Promise.all([...ids].sort().map(async (id) => tx.get(claim, at, id)));
  return claimed.filter((notification) => notification !== undefined);
}

export interface Finish {
  state: KeptNotificationState;
  outcome: string;
  httpStatus: number | null;
  durationMs: number | null;
}

export function markNotificationFinished(
  tx: Tx,
  id: string,
  at: number,
  { state, outcome, httpStatus, durationMs }: Finish,
) {
  tx.run(finish, state, at, outcome, httpStatus, durationMs, id);
}
