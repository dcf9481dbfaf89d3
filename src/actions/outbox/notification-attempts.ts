// The steps of a notification after it was written: claimed, finished, said again by hand, or sent as a test.
import type { Actor } from "../../domain/access/actor.ts";
import { Fault } from "../../domain/fault.ts";
import { TESTS_A_MINUTE } from "../../domain/limits.ts";
import { sampleBody } from "../../domain/webhook/issue-fixed-event.ts";
import { notificationState } from "../../domain/webhook/notification-state.ts";
import type { AuditAction } from "../../domain/workspace/audit-log.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import {
  claimPendingNotifications,
  type Finish,
  getLatestAttempt,
  getNotification,
  markNotificationFinished,
  type Notification,
} from "../../storage/webhook/notifications.ts";
import { findWebhook } from "../../storage/webhook/webhooks.ts";
import { claimCount, testScope } from "../../storage/workspace/counters.ts";
import { type AppWrite, openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { insertPending } from "./notify-fixed.ts";

/** Whoever claims a notification is the only one who may send it. */
export const claimNotifications = defineAction({
  name: "claimNotifications",
  async run(unit: UnitOfWork, { ids }: { ids: string[] }): Promise<Notification[]> {
    return claimPendingNotifications(unit.tx, unit.now, ids);
  },
});

/** What came of it. One that is no longer being sent stays as it is. */
export const finishNotification = defineAction({
  name: "finishNotification",
  async run(unit: UnitOfWork, { id, ...outcome }: Finish & { id: string }): Promise<void> {
    markNotificationFinished(unit.tx, id, unit.now, outcome);
  },
});

/**
 * Says a notification again, in the same words and under the id of the first. Throws `not_found`, `in_progress` while an
 * attempt is still under way, `secret_required` when there is nowhere to send it.
 */
export const repeatNotification = defineAction({
  name: "repeatNotification",
  queue: "app",
  wakes: ["notifications"],
  async run(unit: UnitOfWork, { actor, app, id }: { actor: Actor; app: string; id: string }): Promise<Notification> {
    const write = await openAppWrite(unit, actor.reach, app);
    const first = await getNotification(unit.tx, write.app.id, id);
    const latest = await getLatestAttempt(unit.tx, write.app.id, first.repeatOf ?? first.id);
    const state = notificationState(latest, unit.now);
    if (state === "pending" || state === "sending")
      throw new Fault("in_progress", "This notification is still being sent; wait until it is done.");
    await requireReceiver(unit, write);
    const { body, issueId, kind } = first;
    const again = insertPending(write, { body, issueId, kind, repeatOf: first.repeatOf ?? first.id });
    noteSending(unit, write, "notification.resent", again, { repeat_of: again.repeatOf });
    return again;
  },
});

/** Throws `not_found`, `secret_required`, `rate_limited`. */
export const testNotification = defineAction({
  name: "testNotification",
  queue: "app",
  wakes: ["notifications"],
  async run(unit: UnitOfWork, { actor, app }: { actor: Actor; app: string }): Promise<Notification> {
    const write = await openAppWrite(unit, actor.reach, app);
    await requireReceiver(unit, write);
    const { id, updatedAt } = write.app;
    const { start, secondsLeft } = windowAt(updatedAt, MINUTE_MS);
    if (!(await claimCount(unit.tx, testScope(id), start, TESTS_A_MINUTE))) {
      const message = `At most ${TESTS_A_MINUTE} tests a minute; wait ${secondsLeft} s.`;
      throw new Fault("rate_limited", message, undefined, secondsLeft);
    }
    const body = sampleBody(unit.settings.baseUrl, write.app, updatedAt);
    const test = insertPending(write, { body, issueId: null, kind: "test", repeatOf: null });
    noteSending(unit, write, "notification.tested", test, {});
    return test;
  },
});

function noteSending(
  unit: UnitOfWork,
  { app }: AppWrite,
  action: AuditAction,
  { id }: Notification,
  details: Record<string, unknown>,
): void {
  const target = { kind: "notification", id, name: null } as const;
  record(unit, app.workspaceId, action, { target, appId: app.id, details });
}

async function requireReceiver(unit: UnitOfWork, { app }: AppWrite): Promise<void> {
  const webhook = await findWebhook(unit.tx, app.id);
  if (webhook?.notifyUrl) return;
  throw new Fault("secret_required", "There is no notify URL: set a signing secret and a notify URL first.");
}
