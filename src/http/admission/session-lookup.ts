// Looks up whose a session is. On the embedded database what was found holds until anything at all is committed, by this server or by another one;
// elsewhere it is looked up for every request, for those of one tick of the event loop together.
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { sharePerTick } from "../../lib/async/share-per-tick.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { type FoundSession, findSession, listSessions } from "../../storage/access/sessions.ts";
import type { Reader } from "../../storage/database/database.ts";

const MAX_KNOWN = 10_000;

/** `stamp` is the reader's, taken when the request began. At once where the database is local. */
export type FindSession = (hash: string, stamp: number | null) => Awaitable<FoundSession | undefined>;

export function lookUpSessions(reader: Reader): FindSession {
  if (reader.isLocal) return knownWhileUnchanged((hash) => findSession(reader, hash) as FoundSession | undefined);
  return sharePerTick<FoundSession>({
    one: (hash) => findSession(reader, hash),
    many: (hashes) => listSessions(reader, hashes),
    keyOf: ({ hash }) => hash,
  });
}

function knownWhileUnchanged(find: (hash: string) => FoundSession | undefined): FindSession {
  const known = new BoundedMap<string, FoundSession>(MAX_KNOWN);
  let knownAt: number | null = null;
  return (hash, stamp) => {
    if (stamp !== knownAt) known.clear();
    knownAt = stamp;
    const session = known.get(hash);
    if (session !== undefined) return session;
    const found = find(hash);
    if (found !== undefined && stamp !== null) known.set(hash, found);
    return found;
  };
}
