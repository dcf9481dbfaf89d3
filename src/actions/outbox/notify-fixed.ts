// The one place from which issue.fixed goes out, whoever fixed or verified: a row that is written with the fix itself.
import type { Issue } from "../../domain/issues/issue.ts";
import { issueFixedBody, type Verification } from "../../domain/webhook/issue-fixed-event.ts";
import { insertNotification, type Notification } from "../../storage/webhook/notifications.ts";
import { findWebhook } from "../../storage/webhook/webhooks.ts";
import { type AppWrite, nextId } from "../app-write.ts";

/** Queues a notification of a fix. Nothing is sent for issues that the webhook didn't raise, or if there is no notify URL. */
export async function notifyFixed(write: AppWrite, issue: Issue, verified: Verification | null): Promise<void> {
  if (issue.webhook === null) return;
  const { app, tx, settings } = write;
  const webhook = await findWebhook(tx, app.id);
  if (webhook === undefined || webhook.notifyUrl === null) return;
  const body = issueFixedBody(settings.baseUrl, app, issue, app.updatedAt, verified);
  insertPending(write, { body, issueId: issue.id, kind: verified === null ? "fixed" : "verified", repeatOf: null });
}

/** A notification that waits to be claimed and sent. */
export function insertPending(
  write: AppWrite,
  what: Pick<Notification, "body" | "issueId" | "kind" | "repeatOf">,
): Notification {
  const notification: Notification = {
    ...what,
    id: nextId(write, "ntf"),
    appId: write.app.id,
    state: "pending",
    createdAt: write.app.updatedAt,
    claimedAt: null,
    finishedAt: null,
    outcome: null,
    httpStatus: null,
    durationMs: null,
  };
  insertNotification(write.tx, notification);
  return notification;
}
