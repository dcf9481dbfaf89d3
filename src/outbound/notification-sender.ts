// Sends what waits in the outbox: claims a notification, sends it once, records what came of it. A claim is never given
// back: what a server that ends had claimed is shown as interrupted and sent again only by hand. So nothing is claimed
// before it can be sent at once.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { claimNotifications, finishNotification } from "../actions/outbox/notification-attempts.ts";
import { CALLS_AT_ONCE } from "../domain/limits.ts";
import { ISSUE_FIXED } from "../domain/webhook/issue-fixed-event.ts";
import { openSecret } from "../domain/webhook/webhook-secrets.ts";
import type { Performer } from "../engine/performer.ts";
import { createSemaphore } from "../lib/async/semaphore.ts";
import type { Clock } from "../lib/clock.ts";
import { sign } from "../lib/crypto/body-signature.ts";
import type { Cipher } from "../lib/crypto/cipher.ts";
import type { Post } from "../lib/network/post-once.ts";
import type { Reader } from "../storage/database/database.ts";
import { type Finish, listPending, type Notification } from "../storage/webhook/notifications.ts";
import { findWebhook } from "../storage/webhook/webhooks.ts";
import { HostQueues } from "./host-queues.ts";

export interface Dispatcher {
  /** Something may be waiting: look now. */
  wake(): void;
  /** Sends nothing more; waits for what is being sent. */
  close(): Promise<void>;
}

interface DispatcherOptions {
  reader: Reader;
  performer: Performer;
  cipher: Cipher;
  clock: Clock;
  post: Post;
  /** Told what came of each. */
  onSent(outcome: string): void;
  onError(error: Error): void;
}

/** Other servers may have left something behind: look from time to time. */
const LOOK_EVERY_MS = 1_000;
/** Read at once. As long as fewer are waiting, each look reads all of them anew: ids don't come quite in order. */
const PAGE = 200;

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { reader, performer, onError } = options;
  // Beside the gate of `post` itself: nothing is claimed that would have to wait at that one. It is asked by the host that
  // a webhook had when the line was read; `post` asks by the host that it has when it is sent to.
  const line = new HostQueues(createSemaphore(CALLS_AT_ONCE));
  const sending = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;
  /** Whether there is more to read behind what stands in line. */
  let more = false;

  const look = async () => {
    if (!more && line.size < PAGE) line.clear();
    const found = await listPending(reader, line.last, PAGE);
    line.add(found);
    more = found.length === PAGE;
    again ||= more;
    if (!closed) await claimAndSend();
  };
  const claimAndSend = async () => {
    const taken = line.take();
    if (taken.length === 0) return;
    const places = new Map(taken.map(({ id, leave }) => [id, leave]));
    try {
      for (const notification of await performer.perform(claimNotifications, { ids: [...places.keys()] })) {
        start(notification, places.get(notification.id)!);
        places.delete(notification.id);
      }
    } catch (error) {
      line.clear();
      more = false;
      throw error;
    } finally {
      for (const leave of places.values()) leave();
    }
  };
  const start = (notification: Notification, leave: () => void) => {
    const sent: Promise<void> = deliver(options, notification)
      .catch(onError)
      .finally(() => {
        sending.delete(sent);
        leave();
        wake();
      });
    sending.add(sent);
  };
  const lookOn = async () => {
    try {
      for (; again && !closed; await yieldToEventLoop()) {
        again = false;
        await look();
      }
    } catch (error) {
      onError(error as Error);
    } finally {
      looking = null;
    }
  };
  const wake = () => {
    if (closed) return;
    again = true;
    looking ??= lookOn();
  };
  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  wake();
  return {
    wake,
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      await Promise.all(sending);
    },
  };
}

async function deliver(options: DispatcherOptions, notification: Notification): Promise<void> {
  const finish = await send(options, notification).catch((error: Error): Finish => {
    options.onError(error);
    return { state: "failed", outcome: "not_sent", httpStatus: null, durationMs: null };
  });
  options.onSent(finish.outcome);
  await options.performer.perform(finishNotification, { id: notification.id, ...finish });
}

/** With the secret and the URL of this moment: what was removed meanwhile is not used any more. */
async function send({ reader, cipher, clock, post }: DispatcherOptions, notification: Notification): Promise<Finish> {
  const webhook = await findWebhook(reader, notification.appId);
  if (!webhook?.notifyUrl || webhook.secret === null) {
    return { state: "cancelled", outcome: "no_receiver", httpStatus: null, durationMs: null };
  }
  const body = Buffer.from(notification.body);
  const secret = openSecret(cipher, webhook.appId, webhook.secret);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Retest",
    "x-service-event": ISSUE_FIXED,
    "x-signature": sign(secret, body),
    "webhook-id": notification.repeatOf ?? notification.id,
    "webhook-timestamp": String(Math.floor(clock() / 1_000)),
  };
  const { outcome, status, durationMs } = await post(webhook.notifyUrl, headers, body);
  const state = outcome === "delivered" ? "delivered" : "failed";
  return { state, outcome, httpStatus: status, durationMs: Math.round(durationMs) };
}
