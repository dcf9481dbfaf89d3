// On PostgreSQL each who reads has a few connections at a time, so that some are always left for the others, and fewer while others read:
// what the database has found is made into answers here, and whoever waits for theirs waits for all that came before it.
import { Fault } from "../../domain/fault.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { RecentOthers } from "../../lib/async/recent-others.ts";
import { createSemaphore, type Release } from "../../lib/async/semaphore.ts";
import type { Reader } from "../../storage/database/database.ts";

const ALONE = 4;
const BESIDE_OTHERS = 2;
/** More than come over one connection, where requests are sent without waiting for answers. */
const MOST_WAITING = 2_000;
const RETRY_SECONDS = 1;

/** Reads as soon as `who` may. Throws `rate_limited` when too much of theirs waits already. */
export type ReadFairly = <T>(who: string, read: () => Awaitable<T>) => Awaitable<T>;

export function readFairly({ isLocal }: Reader): ReadFairly {
  // There reading takes no connection, and no time.
  if (isLocal) return (_who, read) => read();
  const readers = new RecentOthers();
  const gate = createSemaphore({
    total: Number.POSITIVE_INFINITY,
    perKind: (who) => (readers.areThere(who) ? BESIDE_OTHERS : ALONE),
  });
  const enter = (who: string): Awaitable<Release> => {
    const place = gate.tryEnter(who);
    if (place !== undefined) return place;
    if (gate.waiting(who) < MOST_WAITING) return gate.enter(who);
    const message = `More than ${MOST_WAITING} of your reads are waiting: send fewer at once.`;
    throw new Fault("rate_limited", message, undefined, RETRY_SECONDS);
  };
  return async (who, read) => {
    readers.note(who);
    const release = await enter(who);
    try {
      return await read();
    } finally {
      release();
    }
  };
}
