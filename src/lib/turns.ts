// What comes in one turn of the event loop is done together at its end. All sockets are read before the first is answered,
// so that the answers leave together, and whatever comes next comes together: under load that takes a third less time
// than going back to the sockets after each answer. And whatever all of it depends on is asked for once.
//
// A turn must not take long, or nobody else is heard meanwhile. When one did, fewer are done in the next, and of those who
// wait each has one done before anybody has a second.
import { milliseconds } from "./clock.ts";
import { type Origin, takeFairly } from "./take-fairly.ts";

/** As many don't wait for the end of the turn: somebody sends faster than they read, and what waits takes memory. */
const MOST = 256;
/** What a turn may take. */
const TURN_MS = 10;
/** So few never take long together, or can't be told apart from one that does. */
const FEW = 4;

interface Waiting {
  work: () => void;
  origin: Origin | undefined;
}

export class Turns {
  private readonly now: () => number;
  private waiting: Waiting[] = [];
  /** Counts the ends of turns. */
  private round = 0;
  private isEnding = false;
  /** As many are done in one turn. */
  private most = MOST;
  /** When each of those who wait last had something done, by rounds. */
  private readonly lastRound = new Map<string, number>();

  constructor(now: () => number = milliseconds) {
    this.now = now;
  }

  /** Has the work done at the end of this turn, or of a later one: see above. */
  join(work: () => void, origin?: Origin): void {
    const { length } = this.waiting;
    this.waiting.push({ work, origin });
    if (length === 0) setImmediate(() => this.end());
    else if (length >= MOST && !this.isEnding) this.end();
  }

  /** The same for work that follows when this is done. */
  turn(origin: Origin): Promise<void> {
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
    const works = this.take();
    this.round++;
    this.isEnding = true;
    const began = this.now();
    try {
      for (const { work } of works) work();
    } finally {
      this.isEnding = false;
      // What they have begun goes on right after this; then it shows how long all of it took.
      if (works.length > FEW || this.most < MOST) setImmediate(() => this.adapt(works.length, this.now() - began));
      if (this.waiting.length > 0) setImmediate(() => this.end());
    }
  }

  private take(): Waiting[] {
    const { waiting } = this;
    if (waiting.length <= this.most) {
      this.waiting = [];
      if (this.lastRound.size > 0) this.lastRound.clear();
      return waiting;
    }
    const { taken, left } = takeFairly(waiting, this.most, this.lastRound, this.round);
    this.waiting = left;
    return taken;
  }

  private adapt(count: number, tookMs: number): void {
    if (tookMs > TURN_MS) this.most = Math.max(1, Math.floor((count * TURN_MS) / tookMs));
    else this.most = Math.min(MOST, 2 * this.most);
  }
}
