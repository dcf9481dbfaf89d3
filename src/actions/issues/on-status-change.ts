// What follows when an issue is fixed or opened again, by whatever way: its slot for deliveries, and the notification.
import type { Issue } from "../../domain/issues/issue.ts";
import { passSlot, takeSlot } from "../../storage/webhook/dedupe-slots.ts";
import type { AppWrite } from "../app-write.ts";
import type { Cause } from "../cause.ts";
import { tellOfFix } from "../inbox/tell-of-fix.ts";
import { forwardIssue } from "../outbox/forward-issue.ts";
import { notifyFixed } from "../outbox/notify-fixed.ts";

/** Counts the issue among the app's open ones or not, and tells whoever must know. */
export async function onStatusChange(write: AppWrite, before: Issue, after: Issue, cause: Cause): Promise<void> {
  if (before.status === after.status) return;
  const { app, tx } = write;
  const isFixed = after.status === "fixed";
  app.openIssues += isFixed ? -1 : 1;
  if (after.dedupeKey !== null) {
    if (isFixed) await passSlot(tx, app.id, after.dedupeKey, after);
    else await takeSlot(tx, app.id, after.dedupeKey, after);
  }
  if (isFixed) {
    await notifyFixed(write, after, null);
    await tellOfFix(write, after, cause);
  }
  await forwardIssue(write, after, isFixed ? "fixed" : "reopened", cause);
}

/**
 * Whether results on its check will have to show that the fix holds, and somebody outside waits to hear that; null for as
 * before. A fix that somebody has confirmed before the issue came to a check is known to hold.
 */
export function awaitsResults({ app }: AppWrite, before: Issue, after: Issue): boolean | null {
  if (before.status === after.status && (before.checkId === null) === (after.checkId === null)) return null;
  const isAwaited = after.webhook !== null || app.forwards > 0;
  return after.status === "fixed" && isAwaited && after.checkId !== null && after.confirmedFixedAt === null;
}
