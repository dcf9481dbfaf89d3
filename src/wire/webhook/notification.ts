// Notifications as an admin sees them.
import * as z from "zod";
import { NOTIFICATION_STATES, notificationState } from "../../domain/webhook/notification-state.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import type { Notification } from "../../storage/webhook/notifications.ts";
import { cursor, limit, timestamp } from "../fields.ts";

export const ListNotificationsQuery = z.strictObject({ limit, cursor });

/** The body of a notification (domain/webhook/issue-fixed-event.ts), stored as it was sent. */
export const IssueFixedSchema = z.strictObject({
  event: z.literal("issue.fixed"),
  at: timestamp,
  app: z.strictObject({ id: z.string(), name: z.string() }),
  issue: z.strictObject({
    id: z.string(),
    code: z.string(),
    url: z.string(),
    external_id: z.string().nullable(),
    source: z.string().nullable(),
    link: z.string().nullable(),
    status: z.literal("fixed"),
    fixed_by: z.string().nullable(),
    fixed_at: timestamp.nullable(),
    verified_by: z.string().nullable(),
    verified_at: timestamp.nullable(),
  }),
});

export const NotificationSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(["fixed", "verified", "test"]),
  issue_id: z.string().nullable(),
  state: z.enum(NOTIFICATION_STATES),
  outcome: z.string().nullable(),
  http_status: z.number().nullable(),
  duration_ms: z.number().nullable(),
  repeat_of: z.string().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  body: IssueFixedSchema,
});

export function presentNotification(row: Notification, now: number): z.infer<typeof NotificationSchema> {
  return {
    id: row.id,
    kind: row.kind,
    issue_id: row.issueId,
    state: notificationState(row, now),
    outcome: row.outcome,
    http_status: row.httpStatus,
    duration_ms: row.durationMs,
    repeat_of: row.repeatOf,
    created_at: isoTime(row.createdAt),
    sent_at: isoTimeOrNull(row.claimedAt),
    finished_at: isoTimeOrNull(row.finishedAt),
    body: JSON.parse(row.body),
  };
}
