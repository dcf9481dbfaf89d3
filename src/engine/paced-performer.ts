// Paces long units: one at a time for each who asks, and while others write, with pauses in which they can.
// Whoever writes alone is not kept waiting.

import type { Action } from "../actions/define-action.ts";
import { Fault } from "../domain/fault.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import { FairQueue } from "../lib/async/fair-queue.ts";
import { RecentOthers } from "../lib/async/recent-others.ts";
import { milliseconds } from "../lib/clock.ts";
import { BoundedMap } from "../lib/collections/bounded-map.ts";
import type { Performer } from "./performer.ts";

export interface Pacing {
  /** Long units that may be under way at once, each of somebody else. */
  atOnce: number;
  /** Whether everybody who writes waits for a unit that is under way. */
  holdsUpAll: boolean;
  now?: () => number;
}

/** Of one who asks. All the deliveries that an app may have in an hour can come at once. */
const MOST_WAITING = { long: 16, part: 200 };
const WAIT_MS = 20_000;
/** A unit of this length is not felt by others. */
const UNFELT_MS = 30;
/**
 * Where a unit holds up all who write, each who asks has so many milliseconds of it beforehand, and gets back four in a
 * hundred: of ten who write, nine are then not held up at all.
 */
const CREDIT_MS = 500;
const CREDIT_PER_MS = 0.04;
const NEEDED_MS = CREDIT_MS / 2;
/** Nobody rests for longer, whatever they had done, and so nobody's next unit waits until it is refused. */
const MOST_REST_MS = 15_000;
const LEAST_LEFT_MS = NEEDED_MS - MOST_REST_MS * CREDIT_PER_MS;
const MAX_KNOWN = 10_000;

interface Waiting {
  begin(): void;
  late: NodeJS.Timeout;
}

/** What somebody may still use of others' time, as of a moment, and until when they rest. */
interface Credit {
  left: number;
  at: number;
  restsUntil: number;
}

export function pacePerformer(performer: Performer, pacing: Pacing): Performer {
  // Parts are short: of them nobody is in debt, and nobody's parts wait for the debt of their long units.
  const paces = {
    long: new Pace(pacing, MOST_WAITING.long),
    part: new Pace({ ...pacing, holdsUpAll: false }, MOST_WAITING.part),
  };
  return {
    ...performer,
    perform<In, Out>(action: Action<In, Out>, input: NoInfer<In>, by?: Author, lockBudgetMs?: number): Promise<Out> {
      const who = askerOf(input);
      if (who === null) return performer.perform(action, input, by, lockBudgetMs);
      paces.long.note(who);
      paces.part.note(who);
      const duration = action.duration(input);
      if (duration === "short") return performer.perform(action, input, by, lockBudgetMs);
      return paces[duration].run(who, () => performer.perform(action, input, by, lockBudgetMs));
    },
  };
}

/** By an id that stays, or the app that a tool has delivered to; null for what the server does by itself. */
function askerOf(input: unknown): string | null {
  const { actor, app } = (input ?? {}) as { actor?: { keyId?: string; personId?: string }; app?: unknown };
  return actor?.personId ?? actor?.keyId ?? (typeof app === "string" ? app : null);
}

class Pace {
  private readonly pacing: Pacing;
  private readonly now: () => number;
  private readonly queue: FairQueue<Waiting>;
  private readonly busy = new Set<string>();
  private readonly credits = new BoundedMap<string, Credit>(MAX_KNOWN);
  private timer: NodeJS.Timeout | undefined;
  private readonly writers: RecentOthers;

  constructor(pacing: Pacing, mostWaiting: number) {
    this.pacing = pacing;
    this.queue = new FairQueue(mostWaiting);
    this.now = pacing.now ?? milliseconds;
    this.writers = new RecentOthers(this.now);
  }

  note(who: string): void {
    this.writers.note(who);
  }

  /** Throws `rate_limited` when too much waits for `who`, or for too long. */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    await this.admit(who);
    const began = this.now();
    try {
      return await work();
    } finally {
      this.busy.delete(who);
      this.charge(who, this.now() - began);
      this.goOn();
    }
  }

  private admit(who: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.queue.remove(who, waiting);
        reject(tooMany());
      }, WAIT_MS);
      const begin = () => {
        clearTimeout(late);
        this.busy.add(who);
        resolve();
      };
      const waiting = { begin, late };
      if (this.queue.add(who, waiting)) this.goOn();
      else {
        clearTimeout(late);
        reject(tooMany());
      }
    });
  }

  private goOn(): void {
    while (this.busy.size < this.pacing.atOnce) {
      const next = this.queue.take((who) => !this.busy.has(who) && this.pauseOf(who) <= 0);
      if (next === undefined) break;
      next.item.begin();
    }
    if (this.queue.size === 0 || this.timer !== undefined) return;
    // Somebody rests, or others may have stopped writing meanwhile.
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.goOn();
    }, LOOK_EVERY_MS);
  }

  private pauseOf(who: string): number {
    const credit = this.credits.get(who);
    if (credit === undefined || !this.writers.areThere(who)) return 0;
    const rest = credit.restsUntil - this.now();
    if (!this.pacing.holdsUpAll) return rest;
    return Math.max(rest, (NEEDED_MS - this.leftOf(credit)) / CREDIT_PER_MS);
  }

  private charge(who: string, tookMs: number): void {
    const now = this.now();
    const credit = this.credits.get(who) ?? { left: CREDIT_MS, at: now, restsUntil: 0 };
    const left = Math.max(LEAST_LEFT_MS, this.leftOf(credit) - (tookMs > UNFELT_MS ? tookMs : 0));
    this.credits.set(who, { left, at: now, restsUntil: now + tookMs });
  }

  private leftOf({ left, at }: Credit): number {
    return Math.min(CREDIT_MS, left + (this.now() - at) * CREDIT_PER_MS);
  }
}

const LOOK_EVERY_MS = 20;
const RETRY_SECONDS = 5;

function tooMany(): Fault {
  const message =
    "Too many of your requests are waiting to be written: send one after the other, or try again in a moment.";
  return new Fault("rate_limited", message, undefined, RETRY_SECONDS);
}
