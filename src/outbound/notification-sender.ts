// Sends what waits in the outbox: claims a notification, sends it once, records what came of it. A claim is never given
// back: what a server that ends had claimed is shown as interrupted and sent again only by hand. So nothing is claimed
// before it can be sent at once.
import { claimNotifications, finishNotification } from "../actions/outbox/notification-attempts.ts";
import { issueFixedHeaders } from "../domain/webhook/issue-fixed-event.ts";
import { openSecret } from "../domain/webhook/webhook-secrets.ts";
import type { Performer } from "../engine/performer.ts";
import { createSemaphore } from "../lib/async/semaphore.ts";
import type { Clock } from "../lib/clock.ts";
import type { Cipher } from "../lib/crypto/cipher.ts";
import type { Post } from "../lib/network/post-once.ts";
import type { Reader } from "../storage/database/database.ts";
import {
  type Finish,
  listPending,
  type Notification,
  type PendingNotification,
} from "../storage/webhook/notifications.ts";
import { findWebhook } from "../storage/webhook/webhooks.ts";
import { type BackgroundSender, type SenderLoop, startSenderLoop } from "./sender-loop.ts";
import { hostIn, SENT_AT_ONCE, WaitingLines } from "./waiting-lines.ts";

interface NotificationSenderOptions {
  reader: Reader;
  performer: Performer;
  cipher: Cipher;
  /** What needs a key that this server was not given is left to others. */
  hasOtherKey(): boolean;
  clock: Clock;
  post: Post;
  /** Called with the outcome of each notification. */
  onSent(outcome: string): void;
  onError(error: Error): void;
}

export function startNotificationSender(options: NotificationSenderOptions): BackgroundSender {
  const { reader, performer, hasOtherKey, clock, onError } = options;
  // `post` has the same limit of calls at once to a host. It is kept here, too, so that a notification is not claimed only to
  // wait there. The two may count different hosts: here it is the host at the time of reading, there the one at sending.
  const lines = new WaitingLines<PendingNotification>(createSemaphore(SENT_AT_ONCE), clock);

  const claimAndSend = async (loop: SenderLoop) => {
    const taken = lines.take();
    if (taken.length === 0) return;
    const places = new Map(taken.map(({ id, release }) => [id, release]));
    try {
      for (const notification of await performer.perform(claimNotifications, { ids: [...places.keys()] })) {
        loop.send(deliver(options, notification).finally(places.get(notification.id)));
        places.delete(notification.id);
      }
    } catch (error) {
      lines.clear();
      throw error;
    } finally {
      for (const release of places.values()) release();
    }
  };
  return startSenderLoop({
    onError,
    async look(loop) {
      if (hasOtherKey()) return false;
      const isMore = await lines.read(
        (after, limit) => listPending(reader, after?.id ?? "", limit),
        ({ id, notifyUrl, workspaceId }) => ({ id, host: hostIn(notifyUrl), workspaceId }),
      );
      if (!loop.closed) await claimAndSend(loop);
      return isMore;
    },
  });
}

async function deliver(options: NotificationSenderOptions, notification: Notification): Promise<void> {
  const finish = await send(options, notification).catch((error: Error): Finish => {
    options.onError(error);
    return { state: "failed", outcome: "not_sent", httpStatus: null, durationMs: null };
  });
  options.onSent(finish.outcome);
  await options.performer.perform(finishNotification, { id: notification.id, ...finish });
}

/** Sends with the present secret and URL: those that were removed meanwhile aren't used any more. */
async function send(
  { reader, cipher, clock, post }: NotificationSenderOptions,
  notification: Notification,
): Promise<Finish> {
  const webhook = await findWebhook(reader, notification.appId);
  if (!webhook?.notifyUrl || webhook.secret === null) {
    return { state: "cancelled", outcome: "no_receiver", httpStatus: null, durationMs: null };
  }
  const body = Buffer.from(notification.body);
  const secret = openSecret(cipher, webhook.appId, webhook.secret);
  const headers = issueFixedHeaders(secret, notification.repeatOf ?? notification.id, clock(), body);
  const { outcome, status, durationMs } = await post(webhook.notifyUrl, headers, body);
  const state = outcome === "delivered" ? "delivered" : "failed";
  return { state, outcome, httpStatus: status, durationMs: Math.round(durationMs) };
}
