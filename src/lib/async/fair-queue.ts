// What waits to be done for many, taken in turns: whoever has put a hundred things in line has one of them done before
// the next is taken, and then waits for everybody else who has something in it.

export class FairQueue<Item> {
  private readonly most: number;
  /** What waits for each, in the order in which they are served next. */
  private readonly queues = new Map<string, Item[]>();
  private waiting = 0;

  /** `most` is what may wait for one of them. */
  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.waiting;
  }

  /** False, and nothing is added, when too much waits for them already. */
  add(who: string, item: Item): boolean {
    const queue = this.queues.get(who);
    if (queue === undefined) this.queues.set(who, [item]);
    else if (queue.length >= this.most) return false;
    else queue.push(item);
    this.waiting++;
    return true;
  }

  /** The first item of whoever is next, of those who may be served now. */
  take(mayHave: (who: string) => boolean): { who: string; item: Item } | undefined {
    for (const [who, queue] of this.queues) {
      if (!mayHave(who)) continue;
      const item = queue.shift()!;
      this.queues.delete(who);
      if (queue.length > 0) this.queues.set(who, queue);
      this.waiting--;
      return { who, item };
    }
    return undefined;
  }

  /** Takes out what need not be done any more. */
  remove(who: string, item: Item): void {
    const queue = this.queues.get(who);
    const at = queue?.indexOf(item) ?? -1;
    if (queue === undefined || at === -1) return;
    queue.splice(at, 1);
    if (queue.length === 0) this.queues.delete(who);
    this.waiting--;
  }

  /** Everything that waits, which then waits no more. */
  clear(): Item[] {
    const all = [...this.queues.values()].flat();
    this.queues.clear();
    this.waiting = 0;
    return all;
  }
}
