// What an app refuses every delivery with at this moment, whatever it holds: refusals 4 and 5 (domain/webhook/refusals.ts), as far
// as they are known without asking the database.
import type { Fault } from "../../domain/fault.ts";
import { NOT_LIVE, rateLimited } from "../../domain/webhook/refusals.ts";
import { type Clock, HOUR_MS } from "../../lib/clock.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { windowAt } from "../../lib/time-window.ts";
import type { WebhookEndpoint } from "../../storage/webhook/webhooks.ts";

const MAX_FULL_HOURS = 10_000;

export class AppRefusals {
  private readonly clock: Clock;
  /** Deliveries an hour per app. */
  private readonly webhookRate: number;
  /** Apps that have had all the deliveries of their hour, and when the next hour begins. */
  private readonly fullUntil = new BoundedMap<string, number>(MAX_FULL_HOURS);
  private lastRateLimited: Fault | undefined;

  constructor(clock: Clock, webhookRate: number) {
    this.clock = clock;
    this.webhookRate = webhookRate;
  }

  /** `not_live`, `rate_limited`; null for nothing. */
  refusalOf({ appId, mode }: WebhookEndpoint): Fault | null {
    if (mode !== "live") return NOT_LIVE;
    const nextHour = this.fullUntil.get(appId);
    if (nextHour === undefined) return null;
    const secondsLeft = Math.ceil((nextHour - this.clock()) / 1_000);
    if (secondsLeft > 0) return this.rateLimitedFor(secondsLeft);
    this.fullUntil.delete(appId);
    return null;
  }

  /** The count of an hour only grows: once it is full, it need not be asked for again before the next hour. */
  rememberFullHour(appId: string, at: number): void {
    this.fullUntil.set(appId, windowAt(at, HOUR_MS).end);
  }

  /** A flood is given the same fault until the second has passed. */
  private rateLimitedFor(secondsLeft: number): Fault {
    if (this.lastRateLimited?.retryAfter !== secondsLeft) {
      this.lastRateLimited = rateLimited(this.webhookRate, secondsLeft);
    }
    return this.lastRateLimited;
  }
}
