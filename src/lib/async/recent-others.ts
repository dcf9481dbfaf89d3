// Tells whether a caller has had company within the last second. Somebody who is alone need not be slowed down for others.
import { milliseconds } from "../clock.ts";

const RECENT_MS = 1_000;

export class RecentOthers {
  private readonly now: () => number;
  /** The two who did something last. */
  private last = { who: "", at: Number.NEGATIVE_INFINITY };
  private lastOther = this.last;

  constructor(now: () => number = milliseconds) {
    this.now = now;
  }

  note(who: string): void {
    if (this.last.who !== who) {
      this.lastOther = this.last;
      this.last = { who, at: 0 };
    }
    this.last.at = this.now();
  }

  /** Whether more than one has done something within the last second. */
  areSeveral(): boolean {
    return this.areThere(this.last.who);
  }

  areThere(who: string): boolean {
    const other = this.last.who === who ? this.lastOther : this.last;
    return this.now() - other.at < RECENT_MS;
  }
}
