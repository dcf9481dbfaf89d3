// Some of what waits, one of each owner after the other, so that whoever has much in line leaves room for whoever has little.

/** Takes at most `most` items in turns from their owners. Both parts keep the order of the items. */
export function takeInTurns<Item>(
  items: readonly Item[],
  ownerOf: (item: Item) => string,
  most: number,
): { taken: Item[]; left: Item[] } {
  if (items.length <= most) return { taken: [...items], left: [] };
  const ofOwner = new Map<string, Item[]>();
  for (const item of items) {
    const own = ofOwner.get(ownerOf(item));
    if (own === undefined) ofOwner.set(ownerOf(item), [item]);
    else own.push(item);
  }
  const chosen = new Set<Item>();
  for (let turn = 0; chosen.size < most; turn++) {
    for (const own of ofOwner.values()) {
      const item = own[turn];
      if (item !== undefined && chosen.size < most) chosen.add(item);
    }
  }
  return { taken: items.filter((item) => chosen.has(item)), left: items.filter((item) => !chosen.has(item)) };
}
