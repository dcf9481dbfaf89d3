// Takes some of many that wait, so that each of those they belong to has one taken before anybody has a second.

/** Where a piece of work comes from. */
export interface Origin {
  /** Of one line the work is done in the order in which it came. */
  line: object;
  /** Asked only when not everything can be done at once. */
  who(): string;
}

const NOBODY = "";

/** `lastRound` says when each last had something taken, and is brought up to date. What is left stays in its order. */
export function takeFairly<Item extends { origin: Origin | undefined }>(
  waiting: readonly Item[],
  count: number,
  lastRound: Map<string, number>,
  round: number,
): { taken: Item[]; left: Item[] } {
  const taken = new Set<Item>();
  let owners = [...groupByOwner(waiting)].sort(([a], [b]) => (lastRound.get(a) ?? -1) - (lastRound.get(b) ?? -1));
  while (taken.size < count && owners.length > 0) {
    for (const [who, items] of owners.slice(0, count - taken.size)) {
      taken.add(items.shift()!);
      lastRound.set(who, round);
    }
    owners = owners.filter(([, items]) => items.length > 0);
  }
  const inOrder = waiting.filter((item) => taken.has(item));
  return { taken: inOrder, left: waiting.filter((item) => !taken.has(item)) };
}

/** What follows something in its line belongs to whoever that belongs to: nothing may overtake it. */
function groupByOwner<Item extends { origin: Origin | undefined }>(waiting: readonly Item[]): Map<string, Item[]> {
  const ownerOfLine = new Map<object, string>();
  const owners = new Map<string, Item[]>();
  for (const item of waiting) {
    const { origin } = item;
    const who = (origin && ownerOfLine.get(origin.line)) ?? origin?.who() ?? NOBODY;
    if (origin !== undefined) ownerOfLine.set(origin.line, who);
    const items = owners.get(who);
    if (items === undefined) owners.set(who, [item]);
    else items.push(item);
  }
  return owners;
}
