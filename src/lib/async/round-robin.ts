// The order in which waiting work is done: one item of every group of owners, then a second of every group, and so on; and within a group, one of
// every owner, then a second of every owner.

/** Where a piece of work comes from. */
export interface TickOrigin {
  /** Work that came over one connection is done in the order in which it came. */
  connection: object;
  /** Names the sender; asked only when not everything can be done at once. */
  who(): string;
}

const NOBODY = "";

/** An item that waits, its owner, and the group that shares its turns with others. */
export interface OwnedItem<Item> {
  who: string;
  group: string;
  item: Item;
}

/** When each owner, and each group, was last served. */
export type LastRounds = ReadonlyMap<string, number>;

/**
 * All waiting items in that order. Within a round, whoever was served longest ago comes first, as `lastRound` says. An owner whose group is not
 * known is one.
 */
export function roundRobin<Item extends { origin: TickOrigin | undefined }>(
  waiting: readonly Item[],
  lastRound: LastRounds,
  groupOf: (who: string) => string | undefined,
): OwnedItem<Item>[] {
  const groups = new Map<string, Map<string, OwnedItem<Item>[]>>();
  for (const [who, items] of itemsOfOwners(waiting)) {
    const group = groupOf(who) ?? who;
    const owners = groups.get(group) ?? new Map<string, OwnedItem<Item>[]>();
    groups.set(group, owners);
    owners.set(
      who,
      items.map((item) => ({ who, group, item })),
    );
  }
  const ofGroups = new Map([...groups].map(([group, owners]) => [group, inRounds(owners, lastRound)]));
  return inRounds(ofGroups, lastRound);
}

/** The first of each, then the second of each, and so on. */
function inRounds<Item>(lists: ReadonlyMap<string, readonly Item[]>, lastRound: LastRounds): Item[] {
  let left = [...lists].sort(([a], [b]) => (lastRound.get(a) ?? -1) - (lastRound.get(b) ?? -1));
  const ordered: Item[] = [];
  for (let n = 0; left.length > 0; n++) {
    for (const [, items] of left) ordered.push(items[n]!);
    left = left.filter(([, items]) => items.length > n + 1);
  }
  return ordered;
}

/** What follows something on its connection belongs to the same owner: nothing may overtake it. */
function itemsOfOwners<Item extends { origin: TickOrigin | undefined }>(waiting: readonly Item[]): Map<string, Item[]> {
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
