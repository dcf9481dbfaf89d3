// What waits to be done for many, taken in turns: whoever has put a hundred things in line has one of them done before
// the next is taken, and then waits for everybody else who has something in it.

export class FairQueue<Item> {
  private readonly most: number;
  /** In the order in which they have their next turn. */
  private readonly lines = new Map<string, Item[]>();
  private waiting = 0;

  /** `most` is what may wait for one of them. */
  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.waiting;
  }

  /** False, and nothing is put in line, when too much waits for them already. */
  add(who: string, item: Item): boolean {
    const line = this.lines.get(who);
    if (line === undefined) this.lines.set(who, [item]);
    else if (line.length >= this.most) return false;
    else line.push(item);
    this.waiting++;
    return true;
  }

  /** The first of whoever has the next turn, of those who may have one. */
  take(mayHave: (who: string) => boolean): { who: string; item: Item } | undefined {
    for (const [who, line] of this.lines) {
      if (!mayHave(who)) continue;
      const item = line.shift()!;
      this.lines.delete(who);
      if (line.length > 0) this.lines.set(who, line);
      this.waiting--;
      return { who, item };
    }
    return undefined;
  }

  /** Takes out what need not be done any more. */
  remove(who: string, item: Item): void {
    const line = this.lines.get(who);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at === -1) return;
    line.splice(at, 1);
    if (line.length === 0) this.lines.delete(who);
    this.waiting--;
  }

  /** Everything that waits, which then waits no more. */
  clear(): Item[] {
    const all = [...this.lines.values()].flat();
    this.lines.clear();
    this.waiting = 0;
    return all;
  }
}
