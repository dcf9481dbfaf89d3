// Counts how often each of many does something in a clock minute, at all servers together. A request is only ever counted in
// memory. Each server tells the others, through the database, whenever one of those it counts has used a twentieth of its
// limit more, and learns what they have counted: so many, and what comes while it tells, may pass beyond the limit at each.

import { MINUTE_MS } from "../clock.ts";
import { windowAt } from "../time-window.ts";

/** How often somebody came since the other servers were last told. */
export interface NewCount {
  scope: string;
  /** The minute's first millisecond. */
  period: number;
  n: number;
}

/** Adds the counts to those of all servers, and gives for each what it makes. */
export type ShareCounts = (counts: NewCount[]) => Promise<number[]>;

export interface RateCount {
  isOver: boolean;
  left: number;
  /** Seconds until the next minute; at least 1. */
  seconds: number;
}

interface Count {
  /** What all servers have counted, as far as is known. */
  known: number;
  /** Counts that are being reported, and those that aren't yet. */
  sent: number;
  own: number;
}

const SHARE = 20;
/** A flood of new ones takes no more memory than this many; whoever came first is forgotten first. */
const MAX_KNOWN = 50_000;

export class SharedRate {
  private readonly share: ShareCounts;
  private readonly maxKnown: number;
  private counts = new Map<string, Count>();
  private due = new Map<string, Count>();
  private period = 0;
  private isSharing = false;

  constructor(share: ShareCounts, maxKnown = MAX_KNOWN) {
    this.share = share;
    this.maxKnown = maxKnown;
  }

  /** Whether one more would be more than the limit. It is not counted. */
  look(scope: string, limit: number, now: number): Pick<RateCount, "isOver" | "seconds"> {
    const { start, secondsLeft: seconds } = windowAt(now, MINUTE_MS);
    const count = start === this.period ? this.counts.get(scope) : undefined;
    return { isOver: count !== undefined && sumOf(count) >= limit, seconds };
  }

  /** Counts one more, unless that would be more than the limit. */
  count(scope: string, limit: number, now: number): RateCount {
    const { start, secondsLeft: seconds } = windowAt(now, MINUTE_MS);
    if (start !== this.period) this.beginPeriod(start);
    const count = this.counts.get(scope) ?? this.begin(scope);
    const n = sumOf(count) + 1;
    if (n > limit) return { isOver: true, left: 0, seconds };
    count.own++;
    if (count.own * SHARE >= limit) this.tell(scope, count);
    return { isOver: false, left: limit - n, seconds };
  }

  get known(): number {
    return this.counts.size;
  }

  private beginPeriod(start: number): void {
    this.period = start;
    this.counts.clear();
    this.due.clear();
  }

  private begin(scope: string): Count {
    if (this.counts.size >= this.maxKnown) {
      for (const oldest of this.counts.keys()) {
        this.counts.delete(oldest);
        break;
      }
    }
    const count = { known: 0, sent: 0, own: 0 };
    this.counts.set(scope, count);
    return count;
  }

  /** Reports all that is due at the end of this tick together; what becomes due meanwhile is reported afterwards. */
  private tell(scope: string, count: Count): void {
    const isFirst = this.due.size === 0;
    this.due.set(scope, count);
    if (isFirst && !this.isSharing) setImmediate(() => void this.tellDue());
  }

  private async tellDue(): Promise<void> {
    const told = [...this.due];
    this.due.clear();
    if (told.length === 0) return;
    this.isSharing = true;
    const news = told.map(([scope, count]) => {
      count.sent = count.own;
      count.own = 0;
      return { scope, period: this.period, n: count.sent };
    });
    try {
      const totals = await this.share(news);
      for (const [i, [, count]] of told.entries()) {
        count.known = totals[i]!;
        count.sent = 0;
      }
    } catch {
      // A database that fails is told of elsewhere. What the others did not hear of still counts here.
      for (const [, count] of told) {
        count.known += count.sent;
        count.sent = 0;
      }
    } finally {
      this.isSharing = false;
      if (this.due.size > 0) setImmediate(() => void this.tellDue());
    }
  }
}

function sumOf({ known, sent, own }: Count): number {
  return known + sent + own;
}
