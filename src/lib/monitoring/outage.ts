// Something that much depends on and that fails for a while: one line in the log when that begins, one a minute as long as
// it goes on, one when it is over; not one for everybody who is refused meanwhile.
import { type Clock, MINUTE_MS } from "../clock.ts";

/** One part of it, as whoever uses that part reports on it. */
export interface Watch {
  failed(error: unknown): void;
  /** Notes a success, each time: it costs nothing unless there is an outage. */
  worked(): void;
}

export const UNWATCHED: Watch = { failed: () => {}, worked: () => {} };

interface Log {
  error(facts: object, text: string): void;
  warn(facts: object, text: string): void;
}

/** A part that worked once between failures still fails. */
const QUIET_MS = 2_000;

/** The state of a service for those who only look at it. */
export interface OutageState {
  /** Failures so far, of all outages. */
  readonly total: number;
  isFailing(part: string): boolean;
}

export class Outage implements OutageState {
  total = 0;
  private readonly log: Log;
  private readonly clock: Clock;
  /** What fails, and what is refused meanwhile. */
  private readonly what: string;
  private readonly refused: string;
  /** The parts that fail, and when each of them last did. */
  private readonly lastFailures = new Map<string, number>();
  /** Parts whose last try failed. */
  private readonly failing = new Set<string>();
  private began = 0;
  private saidAt = 0;
  private failures = 0;

  constructor(log: Log, clock: Clock, what = "the database", refused = "requests that need it") {
    this.log = log;
    this.clock = clock;
    this.what = what;
    this.refused = refused;
  }

  watch(part: string): Watch {
    return { failed: (error) => this.fail(part, error), worked: () => this.work(part) };
  }

  /** Whether the outage is on for this part. */
  isOn(part: string): boolean {
    return this.lastFailures.has(part);
  }

  /** Whether the part failed when it was last tried. */
  isFailing(part: string): boolean {
    return this.failing.has(part);
  }

  private fail(part: string, error: unknown): void {
    const now = this.clock();
    this.total++;
    const isFirst = this.lastFailures.size === 0;
    this.lastFailures.set(part, now);
    this.failing.add(part);
    if (isFirst) {
      this.began = now;
      this.saidAt = now;
      this.failures = 1;
      this.log.error(
        { part, ...factsOf(error) },
        `${this.what} fails: ${this.refused} are refused until it works again`,
      );
      return;
    }
    this.failures++;
    if (now - this.saidAt < MINUTE_MS) return;
    this.saidAt = now;
    this.log.error({ parts: [...this.lastFailures.keys()], ...this.sum(now) }, `${this.what} still fails`);
  }

  private work(part: string): void {
    if (this.lastFailures.size === 0) return;
    this.failing.delete(part);
    const now = this.clock();
    const at = this.lastFailures.get(part);
    if (at === undefined || now - at < QUIET_MS) return;
    this.lastFailures.delete(part);
    if (this.lastFailures.size === 0) this.log.warn(this.sum(now), `${this.what} works again`);
  }

  private sum(now: number): { failures: number; seconds: number } {
    return { failures: this.failures, seconds: Math.round((now - this.began) / 1_000) };
  }
}

/** What lies behind it is what helps; from another thread it comes as a text. */
function factsOf(error: unknown): object {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return { err: cause };
  return { err: error, ...(typeof cause === "string" ? { detail: cause } : {}) };
}
