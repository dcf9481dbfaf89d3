// Random numbers that come again with the same seed.
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number below the limit. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the entries, each as often as its weight says. */
  weigh<Name extends string>(weights: Record<Name, number>): Name;
}

export function randomFrom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)]!,
    weigh(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return names[0]!;
    },
  };
}
