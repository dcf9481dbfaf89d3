// Deliveries with the same id are raised one at a time, so that the second finds the issue of the first. Whoever would
// have to wait for too long is refused with `in_progress`.
import { SAME_ID_WAIT_MS } from "../../domain/limits.ts";
import { inProgress } from "../../domain/webhook/refusals.ts";
import { waitAtMost } from "../../lib/async/time-limit.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Reader } from "../../storage/database/database.ts";
import { isLockTimeout } from "../../storage/database/lock-timeout.ts";
import { isDeliveryUnderWay } from "../../storage/webhook/deliveries-under-way.ts";

export class SameIdQueue {
  private readonly reader: Reader;
  private readonly clock: Clock;
  /** Deliveries that this server is raising, under their app and id. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(reader: Reader, clock: Clock) {
    this.reader = reader;
    this.clock = clock;
  }

  /**
   * Does the work once no other delivery of one of these ids is being raised here. A delivery that another server raises holds the
   * app: `work` is told how long it may wait for that, which is what is left of the same time. Throws `in_progress`, and
   * `unavailable` where the app was waited for in vain without another delivery of these ids being known of.
   */
  async run<T>(appId: string, dedupeKeys: readonly string[], work: (waitMs: number) => Promise<T>): Promise<T> {
    const keys = dedupeKeys.map((dedupeKey) => `${appId} ${dedupeKey}`);
    const earlier = keys.flatMap((key) => this.underWay.get(key) ?? []);
    const mine = work(earlier.length === 0 ? SAME_ID_WAIT_MS : await this.timeLeftAfter(earlier));
    const first = keys.filter((key) => !this.underWay.has(key));
    for (const key of first) this.underWay.set(key, mine);
    try {
      return await mine;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const isRaisedHere = keys.some((key) => !first.includes(key) && this.underWay.has(key));
      throw isRaisedHere || (await this.isRaisedElsewhere(appId, dedupeKeys)) ? inProgress() : error;
    } finally {
      for (const key of first) this.underWay.delete(key);
    }
  }

  private async isRaisedElsewhere(appId: string, dedupeKeys: readonly string[]): Promise<boolean> {
    for (const dedupeKey of dedupeKeys) if (await isDeliveryUnderWay(this.reader, appId, dedupeKey)) return true;
    return false;
  }

  /** The time left to wait once the other deliveries were decided. Throws `in_progress`. */
  private async timeLeftAfter(earlier: readonly Promise<unknown>[]): Promise<number> {
    const came = this.clock();
    if (!(await endsWithin(SAME_ID_WAIT_MS, Promise.allSettled(earlier)))) throw inProgress();
    return Math.max(SAME_ID_WAIT_MS - (this.clock() - came), 0);
  }
}

function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const ended = () => true;
  return waitAtMost(limitMs, work.then(ended, ended), () => false);
}
