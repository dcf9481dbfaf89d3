// What comes in one tick of the event loop is done together at its end. All sockets are read before the first is answered,
// so that the answers leave together, and whatever comes next comes together: under load that takes a third less time
// than going back to the sockets after each answer. And whatever all of it depends on is asked for once.
//
// A tick must not take long, or nobody else is heard meanwhile. When one did, it stops, and ticks are careful for a while: each piece of
// work is begun by itself, as long as there is time left, the rest waits for the next tick, and each of those who wait has one
// done before anybody has a second. Of those who belong to one group, all together have one turn. And because Node accepts one connection
// between two ticks, careful ticks wait while connections come: else whoever comes behind two hundred of them waits for two hundred ticks.
import { milliseconds } from "../clock.ts";
import { BoundedMap } from "../collections/bounded-map.ts";
import { type OwnedItem, roundRobin, type TickOrigin } from "./round-robin.ts";

/** From this many on they don't wait for the end of the tick: somebody sends faster than they read, and what waits takes memory. */
const MOST = 256;
/** The most that may wait while ticks are careful and many may wait. */
const MOST_IN_ALL = 4_096;
/** How long the end of a tick may take. */
const TICK_MS = 10;
/** Ticks are careful until none was long for this time. */
const CAREFUL_MS = 10_000;
const MAX_KNOWN = 50_000;

interface Waiting {
  work: () => void;
  origin: TickOrigin | undefined;
}

export class TickBatcher {
  private readonly now: () => number;
  private waiting: Waiting[] = [];
  /** Counts the ticks that have ended. */
  private round = 0;
  private isEnding = false;
  private carefulUntil: number | undefined;
  /** Whether a connection was accepted since a careful tick last looked. */
  private hasAccepted = false;
  /** Since when careful ticks wait for connections. */
  private acceptingSince: number | undefined;
  private isSkipped = false;
  /** The rest of a careful tick that is ending, and when that began. */
  private ending: { left: OwnedItem<Waiting>[]; began: number } | undefined;
  /** The round in which each of those who waited last had something done. */
  private readonly lastRound = new BoundedMap<string, number>(MAX_KNOWN);
  private readonly groups = new BoundedMap<string, string>(MAX_KNOWN);

  constructor(now: () => number = milliseconds) {
    this.now = now;
  }

  /** Has the work done at the end of this tick, or of a later one: see above. */
  join(work: () => void, origin?: TickOrigin): void {
    const { length } = this.waiting;
    this.waiting.push({ work, origin });
    if (this.carefulUntil !== undefined) setImmediate(() => this.endCarefully());
    else if (length === 0) setImmediate(() => this.end());
    else if (length >= MOST && !this.isEnding) this.end();
  }

  /** Notes the group in whose turns work of `who` is done. */
  noteGroup(who: string, group: string): void {
    if (this.groups.get(who) !== group) this.groups.set(who, group);
  }

  /** A connection has been accepted; the next one may wait. */
  noteConnection(): void {
    this.hasAccepted = true;
  }

  /** Resolves at the end of this tick, or of a later one. */
  waitForTick(origin: TickOrigin): Promise<void> {
    return new Promise((resolve) => this.join(resolve, origin));
  }

  /**
   * Asked by several that are done together, the first is answered, and the others with it: all of them came before it asked.
   * At any other time each asks for itself.
   */
  shared<Answer>(ask: () => Answer): () => Answer {
    let answer: Answer;
    let round = -1;
    return () => {
      if (this.isEnding && round === this.round) return answer;
      answer = ask();
      round = this.isEnding ? this.round : -1;
      return answer;
    };
  }

  private end(): void {
    if (this.carefulUntil !== undefined) return;
    const works = this.waiting;
    this.waiting = [];
    this.round++;
    const began = this.now();
    let done = 0;
    try {
      this.isEnding = true;
      while (done < works.length && (done === 0 || this.now() - began < TICK_MS)) works[done++]!.work();
    } finally {
      this.isEnding = false;
      this.waiting.unshift(...works.slice(done));
      if (done < works.length) this.beCareful();
      // What they have begun goes on right after this; then it shows how long all of it took.
      else if (works.length > 1) setImmediate(() => this.now() - began > TICK_MS && this.beCareful());
    }
  }

  private beCareful(): void {
    const isNew = this.carefulUntil === undefined;
    this.carefulUntil = this.now() + CAREFUL_MS;
    if (isNew) for (let n = this.waiting.length; n > 0; n--) setImmediate(() => this.endCarefully());
  }

  /** Does one piece of work. Is called once for each that waits, all of them in the same phase of the event loop. */
  private endCarefully(): void {
    if (this.carefulUntil === undefined) return;
    if (this.ending === undefined && this.isToSkip()) {
      setImmediate(() => this.endCarefully());
      return;
    }
    this.ending ??= this.beginToEnd();
    const { left, began } = this.ending;
    const isOver = this.now() - began >= TICK_MS && left.length + this.waiting.length < MOST_IN_ALL;
    if (isOver) {
      this.beCareful();
      if (left.length > 0) setImmediate(() => this.endCarefully());
      return;
    }
    const next = left.shift();
    if (next === undefined) return;
    this.lastRound.set(next.who, this.round);
    this.lastRound.set(next.group, this.round);
    try {
      this.isEnding = true;
      next.item.work();
    } finally {
      this.isEnding = false;
    }
  }

  /** Whether this tick waits for connections, which may take as long as a tick. */
  private isToSkip(): boolean {
    if (this.isSkipped || !this.hasAccepted) return this.isSkipped;
    this.hasAccepted = false;
    this.acceptingSince ??= this.now();
    this.isSkipped = this.now() - this.acceptingSince < TICK_MS;
    // This runs first at the end of the next tick.
    if (this.isSkipped) setImmediate(() => (this.isSkipped = false));
    return this.isSkipped;
  }

  private beginToEnd(): { left: OwnedItem<Waiting>[]; began: number } {
    const left = roundRobin(this.waiting, this.lastRound, (who) => this.groups.get(who));
    this.round++;
    this.waiting = [];
    this.acceptingSince = undefined;
    // This runs first at the end of the next tick, before anything that joins it.
    setImmediate(() => this.goOn());
    return { left, began: this.now() };
  }

  private goOn(): void {
    const { left } = this.ending!;
    this.ending = undefined;
    if (left.length > 0) this.waiting = [...left.map(({ item }) => item), ...this.waiting];
    if (this.waiting.length > 0) return;
    this.lastRound.clear();
    if (this.now() > this.carefulUntil!) this.carefulUntil = undefined;
  }
}
