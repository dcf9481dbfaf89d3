// What waits to be done for many, taken in turns: groups take turns, and within a group its members do. Whoever has put a hundred things in line
// has one of them done before the next is taken, and then waits for everybody else who has something in it; and a group of a hundred members
// has no more turns than a group of one.

/** Who has something done, and the group that they share their turns with. */
export interface Member {
  who: string;
  group: string;
}

type Queues<Item> = Map<string, Item[]>;

export class FairQueue<Item> {
  private readonly most: number;
  /** What waits for each member of each group, both in the order in which they are served next. */
  private readonly groups = new Map<string, Queues<Item>>();
  private waiting = 0;

  /** `most` is what may wait for one member. */
  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.waiting;
  }

  /** How many items wait for this member. */
  waitingFor({ who, group }: Member): number {
    return this.groups.get(group)?.get(who)?.length ?? 0;
  }

  /** False, and nothing is added, when too much waits for them already. */
  add({ who, group }: Member, item: Item): boolean {
    const members = this.groups.get(group) ?? new Map<string, Item[]>();
    const queue = members.get(who);
    if (queue !== undefined && queue.length >= this.most) return false;
    if (queue === undefined) members.set(who, [item]);
    else queue.push(item);
    this.groups.set(group, members);
    this.waiting++;
    return true;
  }

  /** The first item of the next member, among those that may be served now. */
  take(mayHave: (member: Member) => boolean): (Member & { item: Item }) | undefined {
    for (const [group, members] of this.groups) {
      for (const [who, queue] of members) {
        if (!mayHave({ who, group })) continue;
        const item = queue.shift()!;
        members.delete(who);
        if (queue.length > 0) members.set(who, queue);
        this.groups.delete(group);
        if (members.size > 0) this.groups.set(group, members);
        this.waiting--;
        return { who, group, item };
      }
    }
    return undefined;
  }

  /** Takes out what need not be done any more. */
  remove({ who, group }: Member, item: Item): void {
    const members = this.groups.get(group);
    const queue = members?.get(who);
    const at = queue?.indexOf(item) ?? -1;
    if (members === undefined || queue === undefined || at === -1) return;
    queue.splice(at, 1);
    if (queue.length === 0) members.delete(who);
    if (members.size === 0) this.groups.delete(group);
    this.waiting--;
  }

  /** Empties the queue and gives what was in it. */
  clear(): Item[] {
    const all = [...this.groups.values()].flatMap((members) => [...members.values()].flat());
    this.groups.clear();
    this.waiting = 0;
    return all;
  }
}
