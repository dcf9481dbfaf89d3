// Counts how often each of many does something. A stretch of time begins for each with the first that is counted in it.

interface Count {
  n: number;
  endsAt: number;
}

/** Whoever began the longest ago is forgotten first: a flood of new ones takes no more memory than this many. */
const MAX_KNOWN = 50_000;
/** For each that begins, so many of those that are over are forgotten. */
const FORGOTTEN_AT_ONCE = 2;

export class Rate {
  private readonly lengthMs: number;
  private readonly maxKnown: number;
  /** In the order in which they began. */
  private readonly counts = new Map<string, Count>();

  constructor(lengthMs: number, maxKnown = MAX_KNOWN) {
    this.lengthMs = lengthMs;
    this.maxKnown = maxKnown;
  }

  /** Counts one more: how many it makes, and the seconds, at least 1, until the count begins anew. */
  count(who: string, now: number): { n: number; seconds: number } {
    let count = this.counts.get(who);
    if (count === undefined || !this.holds(count, now)) count = this.begin(who, now);
    count.n += 1;
    return { n: count.n, seconds: Math.ceil((count.endsAt - now) / 1_000) };
  }

  get known(): number {
    return this.counts.size;
  }

  /** A clock that was set back must not make anybody wait for longer than ever. */
  private holds({ endsAt }: Count, now: number): boolean {
    return now < endsAt && endsAt - now <= this.lengthMs;
  }

  private begin(who: string, now: number): Count {
    this.counts.delete(who);
    this.forgetSome(now);
    const count = { n: 0, endsAt: now + this.lengthMs };
    this.counts.set(who, count);
    return count;
  }

  private forgetSome(now: number): void {
    let forgotten = 0;
    for (const [who, count] of this.counts) {
      if (this.holds(count, now) && this.counts.size < this.maxKnown) return;
      this.counts.delete(who);
      if (++forgotten >= FORGOTTEN_AT_ONCE) return;
    }
  }
}
