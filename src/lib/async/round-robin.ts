// The order in which waiting work is done: one item of every owner, then a second of every owner, and so on.

/** Where a piece of work comes from. */
export interface TickOrigin {
  /** Work that came over one connection is done in the order in which it came. */
  connection: object;
  /** Asked only when not everything can be done at once. */
  who(): string;
}

const NOBODY = "";

/** An item that waits, and its owner. */
export interface OwnedItem<Item> {
  who: string;
  item: Item;
}

/** All waiting items in that order. Within a round, the owner who was served longest ago comes first, as `lastRound` says. */
export function roundRobin<Item extends { origin: TickOrigin | undefined }>(
  waiting: readonly Item[],
  lastRound: ReadonlyMap<string, number>,
): OwnedItem<Item>[] {
  let owners = [...groupByOwner(waiting)].sort(([a], [b]) => (lastRound.get(a) ?? -1) - (lastRound.get(b) ?? -1));
  const ordered: OwnedItem<Item>[] = [];
  for (let n = 0; owners.length > 0; n++) {
    for (const [who, items] of owners) ordered.push({ who, item: items[n]! });
    owners = owners.filter(([, items]) => items.length > n + 1);
  }
  return ordered;
}

/** What follows something on its connection belongs to the same owner: nothing may overtake it. */
function groupByOwner<Item extends { origin: TickOrigin | undefined }>(waiting: readonly Item[]): Map<string, Item[]> {
  const ownerOfConnection = new Map<object, string>();
  const owners = new Map<string, Item[]>();
  for (const item of waiting) {
    const { origin } = item;
    const who = (origin && ownerOfConnection.get(origin.connection)) ?? origin?.who() ?? NOBODY;
    if (origin !== undefined) ownerOfConnection.set(origin.connection, who);
    const items = owners.get(who);
    if (items === undefined) owners.set(who, [item]);
    else items.push(item);
  }
  return owners;
}
