// Paces long units: one at a time for each who asks, and while others write, with pauses in which they can; those of a workspace
// together pause for other workspaces as one of them does for others. Whoever writes alone is not kept waiting.

import type { Action } from "../actions/define-action.ts";
import { Fault } from "../domain/fault.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import { FairQueue, type Member } from "../lib/async/fair-queue.ts";
import { RecentOthers } from "../lib/async/recent-others.ts";
import { milliseconds } from "../lib/clock.ts";
import { BoundedMap } from "../lib/collections/bounded-map.ts";
import type { Performer } from "./performer.ts";
import { NO_WORKSPACE, writerOf } from "./writer-of.ts";

export interface Pacing {
  /** Long units that may be under way at once, each of somebody else. */
  atOnce: number;
  /** Whether everybody who writes waits for a unit that is under way. */
  holdsUpAll: boolean;
  now?: () => number;
}

/** The most that one writer may have waiting: all the deliveries that an app may get in an hour can come at once. */
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
/** The longest rest, whatever was done before, so that nobody's next unit waits until it is refused. */
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
      const writer = writerOf(input);
      if (writer === null) return performer.perform(action, input, by, lockBudgetMs);
      paces.long.note(writer);
      paces.part.note(writer);
      const duration = action.duration(input);
      if (duration === "short") return performer.perform(action, input, by, lockBudgetMs);
      return paces[duration].run(writer, () => performer.perform(action, input, by, lockBudgetMs));
    },
  };
}

class Pace {
  private readonly pacing: Pacing;
  private readonly now: () => number;
  private readonly queue: FairQueue<Waiting>;
  private readonly busy = new Set<string>();
  /** Credits under the ids of writers and of workspaces, which never are the same. */
  private readonly credits = new BoundedMap<string, Credit>(MAX_KNOWN);
  private timer: NodeJS.Timeout | undefined;
  private readonly writers: RecentOthers;
  private readonly workspaces: RecentOthers;

  constructor(pacing: Pacing, mostWaiting: number) {
    this.pacing = pacing;
    this.queue = new FairQueue(mostWaiting);
    this.now = pacing.now ?? milliseconds;
    this.writers = new RecentOthers(this.now);
    this.workspaces = new RecentOthers(this.now);
  }

  note({ who, group }: Member): void {
    this.writers.note(who);
    if (group !== NO_WORKSPACE) this.workspaces.note(group);
  }

  /** Throws `rate_limited` when too much waits for the writer, or for too long. */
  async run<T>(writer: Member, work: () => Promise<T>): Promise<T> {
    await this.admit(writer);
    const began = this.now();
    try {
      return await work();
    } finally {
      this.busy.delete(writer.who);
      const tookMs = this.now() - began;
      this.charge(writer.who, tookMs);
      this.charge(writer.group, tookMs);
      this.goOn();
    }
  }

  private admit(writer: Member): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.queue.remove(writer, waiting);
        reject(tooMany());
      }, WAIT_MS);
      const begin = () => {
        clearTimeout(late);
        this.busy.add(writer.who);
        resolve();
      };
      const waiting = { begin, late };
      if (this.queue.add(writer, waiting)) this.goOn();
      else {
        clearTimeout(late);
        reject(tooMany());
      }
    });
  }

  private goOn(): void {
    while (this.busy.size < this.pacing.atOnce) {
      const next = this.queue.take((writer) => !this.busy.has(writer.who) && this.pauseOf(writer) <= 0);
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

  private pauseOf({ who, group }: Member): number {
    const ownPause = this.writers.areThere(who) ? this.debtOf(who) : 0;
    return Math.max(ownPause, this.workspaces.areThere(group) ? this.debtOf(group) : 0);
  }

  /** How long a writer, or a workspace, still has to rest while others write. */
  private debtOf(id: string): number {
    const credit = this.credits.get(id);
    if (credit === undefined) return 0;
    const rest = credit.restsUntil - this.now();
    if (!this.pacing.holdsUpAll) return rest;
    return Math.max(rest, (NEEDED_MS - this.leftOf(credit)) / CREDIT_PER_MS);
  }

  private charge(id: string, tookMs: number): void {
    const now = this.now();
    const credit = this.credits.get(id) ?? { left: CREDIT_MS, at: now, restsUntil: 0 };
    const left = Math.max(LEAST_LEFT_MS, this.leftOf(credit) - (tookMs > UNFELT_MS ? tookMs : 0));
    // Several of a workspace may end one after the other: a short one does not end the rest after a long one.
    this.credits.set(id, { left, at: now, restsUntil: Math.max(credit.restsUntil, now + tookMs) });
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
