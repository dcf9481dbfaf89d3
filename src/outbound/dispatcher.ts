// Sends what waits in the outbox: claims a notification, sends it once, records what came of it. A claim is never given
// back: what a server that ends had claimed is shown as interrupted and sent again only by hand.
import type { Performer } from "../actions/perform.ts";
import { ISSUE_FIXED } from "../domain/issue-fixed.ts";
import { openSecret } from "../domain/webhook-secrets.ts";
import type { Cipher } from "../lib/cipher.ts";
import type { Clock } from "../lib/clock.ts";
import type { Post } from "../lib/post-once.ts";
import { sign } from "../lib/signature.ts";
import type { Reader } from "../storage/database.ts";
import { type Finish, hasPending, type Notification } from "../storage/notifications.ts";
import { findWebhook } from "../storage/webhooks.ts";

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
  onError(error: Error): void;
}

/** Other servers may have left something behind: look from time to time. */
const LOOK_EVERY_MS = 1_000;
const MAX_SENDING = 20;

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { reader, performer, onError } = options;
  const sending = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const look = async () => {
    const free = MAX_SENDING - sending.size;
    if (free <= 0 || !(await hasPending(reader))) return;
    for (const notification of await performer.perform("claimNotifications", { limit: free })) {
      const sent: Promise<void> = deliver(options, notification)
        .catch(onError)
        .finally(() => {
          sending.delete(sent);
          wake();
        });
      sending.add(sent);
    }
  };
  const wake = () => {
    if (closed) return;
    again = true;
    if (looking !== null) return;
    looking = (async () => {
      while (again && !closed) {
        again = false;
        await look();
      }
    })()
      .catch(onError)
      .finally(() => {
        looking = null;
      });
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
  const finish = await send(options, notification);
  await options.performer.perform("finishNotification", { id: notification.id, ...finish });
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
