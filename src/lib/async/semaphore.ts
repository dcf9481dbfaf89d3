// A gate that lets a number of callers through at once, and fewer of one kind. Who finds it full waits in a queue.

export interface Semaphore {
  /** Takes a place, if there is one at once; calling what it gives leaves the place. */
  tryEnter(kind: string): Release | undefined;
  /** Takes a place as soon as there is one. */
  enter(kind: string): Promise<Release>;
  /** How many of one kind are waiting. */
  waiting(kind: string): number;
}

export type Release = () => void;

/** `perKind` may depend on the kind, and on what else goes on. */
export function createSemaphore(limits: { total: number; perKind: number | ((kind: string) => number) }): Semaphore {
  const { perKind } = limits;
  const roomFor = typeof perKind === "number" ? () => perKind : perKind;
  const inside = new Map<string, number>();
  const waiting: { kind: string; admit: (release: Release) => void }[] = [];
  let total = 0;

  function tryEnter(kind: string): Release | undefined {
    const same = inside.get(kind) ?? 0;
    if (total >= limits.total || same >= roomFor(kind)) return undefined;
    total++;
    inside.set(kind, same + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      release(kind);
    };
  }

  function release(kind: string): void {
    total--;
    const same = inside.get(kind)! - 1;
    if (same === 0) inside.delete(kind);
    else inside.set(kind, same);
    admitNext();
  }

  /** The first that waits whose kind has room: a slow kind never holds up the others. */
  function admitNext(): void {
    for (let i = 0; i < waiting.length && total < limits.total; ) {
      const { kind, admit } = waiting[i]!;
      const place = tryEnter(kind);
      if (place === undefined) i++;
      else {
        waiting.splice(i, 1);
        admit(place);
      }
    }
  }

  return {
    tryEnter,
    enter(kind) {
      const place = tryEnter(kind);
      if (place !== undefined) return Promise.resolve(place);
      return new Promise((admit) => waiting.push({ kind, admit }));
    },
    waiting: (kind) => waiting.filter((one) => one.kind === kind).length,
  };
}
