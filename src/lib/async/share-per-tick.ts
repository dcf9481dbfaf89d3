// Look-ups that requests of one tick of the event loop share. None joins one that is already on its way: what it then
// finds may be older than the request.
export type FindByKey<Found> = (key: string) => Promise<Found>;

export function sharePerTick<Found>(find: FindByKey<Found>): FindByKey<Found> {
  const gathering = new Map<string, Promise<Found>>();
  return (key) => {
    let shared = gathering.get(key);
    if (shared === undefined) {
      shared = new Promise((resolve, reject) => {
        setImmediate(() => {
          gathering.delete(key);
          find(key).then(resolve, reject);
        });
      });
      gathering.set(key, shared);
    }
    return shared;
  };
}
