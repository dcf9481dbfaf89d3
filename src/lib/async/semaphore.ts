// A semaphore: it lets a number of callers through at once, fewer of one kind, and fewer of one group of kinds. Who finds it full waits; groups, and
// within them kinds, are let in in turns.
import { FairQueue, type Member } from "./fair-queue.ts";
import { leavesHalf } from "./leave-half.ts";

/** The kind of a caller, with its group where there are several groups. */
export type CallerKind = string | Member;

type Limit<Of> = number | ((of: Of) => number);

interface Limits {
  total: number;
  perKind: Limit<string>;
  /** Places for one group; by default all. `half of what is free` keeps several groups together from filling it. */
  perGroup?: Limit<string> | "half of what is free";
}

export interface Semaphore {
  /** Takes a place, if there is one at once; calling what it gives leaves the place. */
  tryEnter(kind: CallerKind): Release | undefined;
  /** Takes a place as soon as there is one. */
  enter(kind: CallerKind): Promise<Release>;
  /** How many callers of a kind are waiting. */
  waiting(kind: CallerKind): number;
}

export type Release = () => void;

export function createSemaphore({ total, perKind, perGroup = Number.POSITIVE_INFINITY }: Limits): Semaphore {
  const kinds = new Counts(perKind);
  const groups = new Counts(perGroup === "half of what is free" ? Number.POSITIVE_INFINITY : perGroup);
  const queue = new FairQueue<(release: Release) => void>(Number.POSITIVE_INFINITY);
  let inside = 0;

  const leavesEnough = (group: string) =>
    perGroup !== "half of what is free" || leavesHalf({ own: groups.of(group), taken: inside, total });
  const hasRoom = ({ who, group }: Member) =>
    inside < total && kinds.hasRoom(who) && groups.hasRoom(group) && leavesEnough(group);

  function enterNow(member: Member): Release {
    inside++;
    kinds.add(member.who, 1);
    groups.add(member.group, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inside--;
      kinds.add(member.who, -1);
      groups.add(member.group, -1);
      admitNext();
    };
  }

  /** Whoever is next and has room: a slow kind never holds up the others. */
  function admitNext(): void {
    while (queue.size > 0 && inside < total) {
      const next = queue.take(hasRoom);
      if (next === undefined) return;
      next.item(enterNow(next));
    }
  }

  function tryEnter(kind: CallerKind): Release | undefined {
    const member = memberOf(kind);
    return hasRoom(member) ? enterNow(member) : undefined;
  }

  return {
    tryEnter,
    enter(kind) {
      const place = tryEnter(kind);
      if (place !== undefined) return Promise.resolve(place);
      return new Promise((admit) => queue.add(memberOf(kind), admit));
    },
    waiting: (kind) => queue.waitingFor(memberOf(kind)),
  };
}

const ONE_GROUP = "";

function memberOf(kind: CallerKind): Member {
  return typeof kind === "string" ? { who: kind, group: ONE_GROUP } : kind;
}

/** How many of each are inside, held against what may be. */
class Counts {
  private readonly limit: Limit<string>;
  private readonly counts = new Map<string, number>();

  constructor(limit: Limit<string>) {
    this.limit = limit;
  }

  of(one: string): number {
    return this.counts.get(one) ?? 0;
  }

  hasRoom(of: string): boolean {
    return this.of(of) < (typeof this.limit === "number" ? this.limit : this.limit(of));
  }

  add(of: string, change: number): void {
    const n = this.of(of) + change;
    if (n === 0) this.counts.delete(of);
    else this.counts.set(of, n);
  }
}
