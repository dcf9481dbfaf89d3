// Look-ups of one tick of the event loop, asked together: the same key once, and different ones in one question. None joins one
// that is already on its way: what it then finds may be older than the request.
export type FindByKey<Found> = (key: string) => Promise<Found | undefined>;

export interface TickLookup<Found> {
  /** Finds a single one, which costs less. */
  one(key: string): PromiseLike<Found | undefined> | Found | undefined;
  many(keys: string[]): Promise<readonly Found[]>;
  keyOf(found: Found): string;
}

export function sharePerTick<Found>({ one, many, keyOf }: TickLookup<Found>): FindByKey<Found> {
  let gathering: { keys: Set<string>; found: Promise<ReadonlyMap<string, Found>> } | null = null;

  async function find(keys: string[]): Promise<ReadonlyMap<string, Found>> {
    const [only] = keys;
    const single = keys.length === 1 ? await one(only!) : undefined;
    const all = keys.length === 1 ? [single].filter((found) => found !== undefined) : await many(keys);
    return new Map(all.map((found) => [keyOf(found), found]));
  }

  function gather() {
    const keys = new Set<string>();
    const found = new Promise<ReadonlyMap<string, Found>>((resolve, reject) => {
      setImmediate(() => {
        gathering = null;
        find([...keys]).then(resolve, reject);
      });
    });
    return { keys, found };
  }

  return async (key) => {
    gathering ??= gather();
    gathering.keys.add(key);
    return (await gathering.found).get(key);
  };
}
