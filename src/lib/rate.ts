// Counts how often each of many does something. A stretch of time begins for each with the first that is counted in it.

interface Count {
  n: number;
  endsAt: number;
}

/** A flood of new ones takes no more memory than this many; whoever began the longest ago is forgotten first. */
const MAX_KNOWN = 50_000;

export class Rate {
  private readonly lengthMs: number;
  private readonly maxKnown: number;
  /** Those who began since the turn, and those who began before it. */
  private young = new Map<string, Count>();
  private old = new Map<string, Count>();
  private turnsAt = 0;

  constructor(lengthMs: number, maxKnown = MAX_KNOWN) {
    this.lengthMs = lengthMs;
    this.maxKnown = maxKnown;
  }

  /** Counts one more: how many it makes, and the seconds, at least 1, until the count begins anew. */
  count(who: string, now: number): { n: number; seconds: number } {
    let count = this.young.get(who) ?? this.old.get(who);
    if (count === undefined || !this.holds(count.endsAt, now)) count = this.begin(who, now);
    count.n += 1;
    return { n: count.n, seconds: Math.ceil((count.endsAt - now) / 1_000) };
  }

  get known(): number {
    return this.young.size + this.old.size;
  }

  /** A clock that was set back must not make anybody wait for longer than ever. */
  private holds(end: number, now: number): boolean {
    return now < end && end - now <= this.lengthMs;
  }

  private begin(who: string, now: number): Count {
    // All who are left out by then are over, or are too many.
    if (this.young.size >= this.maxKnown / 2 || !this.holds(this.turnsAt, now)) {
      this.old = this.young;
      this.young = new Map();
      this.turnsAt = now + this.lengthMs;
    }
    const count = { n: 0, endsAt: now + this.lengthMs };
    this.young.set(who, count);
    return count;
  }
}
