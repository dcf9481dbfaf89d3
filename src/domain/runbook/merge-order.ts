// Order: how a wanted order and what it doesn't name go together, and which entries had to move for it.

/** The wanted entries in their order; each of the others stays behind the entry that it followed. */
export function mergeOrder<T>(before: readonly T[], wanted: readonly T[]): T[] {
  const named = new Set(wanted);
  const followers = new Map<T | null, T[]>();
  let leader: T | null = null;
  for (const entry of before) {
    if (named.has(entry)) leader = entry;
    else if (followers.has(leader)) followers.get(leader)!.push(entry);
    else followers.set(leader, [entry]);
  }
  return [...(followers.get(null) ?? []), ...wanted.flatMap((entry) => [entry, ...(followers.get(entry) ?? [])])];
}

/**
 * The fewest entries that must have moved, given where each stood before, in their new order: all but a longest run of
 * entries that kept their order. Gives their places in the new order.
 */
export function movedIn(places: readonly number[]): Set<number> {
  /** For each length of a rising run the entry with which the lowest one ends, and each entry's predecessor. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [i, place] of places.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[ends[middle]!]! < place) low = middle + 1;
      else high = middle;
    }
    before[i] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = i;
  }
  const moved = new Set(places.keys());
  for (let i = ends.at(-1) ?? -1; i !== -1; i = before[i]!) moved.delete(i);
  return moved;
}

/** Numbers for entries in their order: each keeps its own where it still fits. */
export function renumber(positions: readonly (number | null)[]): number[] {
  let last = -1;
  return positions.map((position) => {
    last = position !== null && position > last ? position : last + 1;
    return last;
  });
}

/** The two positions between which an entry comes: null at the start or end. */
export interface Gap {
  after: number | null;
  before: number | null;
}

/** `count` positions, spread over a gap from 0 on; null if there is no room for them. */
export function placesIn({ after, before }: Gap, count: number): number[] | null {
  const from = after ?? -1;
  const step = before === null ? 1 : Math.floor((before - from) / (count + 1));
  return step < 1 ? null : Array.from({ length: count }, (_, i) => from + step * (i + 1));
}
