// On PostgreSQL each who reads has a few connections at a time, so that some are always left for the others, and fewer while others read:
// what the database has found is made into answers here, and whoever waits for theirs waits for all that came before it. The same goes for
// all of a workspace together, so that many keys of one leave connections for another.
import { Fault } from "../../domain/fault.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import type { Member } from "../../lib/async/fair-queue.ts";
import { RecentOthers } from "../../lib/async/recent-others.ts";
import { createSemaphore, type Release } from "../../lib/async/semaphore.ts";
import type { Reader } from "../../storage/database/database.ts";

const ALONE = 4;
const BESIDE_OTHERS = 2;
/** Of the six that read; a workspace that reads alone may have all of them. */
const BESIDE_OTHER_WORKSPACES = 4;
/** More than come over one connection, where requests are sent without waiting for answers. */
const MOST_WAITING = 2_000;
const RETRY_SECONDS = 1;

/**
 * Reads as soon as `reader` may. What it is given leaves the place early: for whoever goes on to wait elsewhere. Throws `rate_limited` when too
 * much of theirs waits already.
 */
export type ReadFairly = <T>(reader: Member, read: (leave: Release) => Awaitable<T>) => Awaitable<T>;

export function readFairly({ isLocal }: Reader): ReadFairly {
  // There reading takes no connection, and no time.
  if (isLocal) return (_reader, read) => read(() => {});
  const readers = new RecentOthers();
  const workspaces = new RecentOthers();
  const slots = createSemaphore({
    total: Number.POSITIVE_INFINITY,
    perKind: (who) => (readers.areThere(who) ? BESIDE_OTHERS : ALONE),
    perGroup: (group) => (workspaces.areThere(group) ? BESIDE_OTHER_WORKSPACES : Number.POSITIVE_INFINITY),
  });
  const enter = (reader: Member): Awaitable<Release> => {
    const place = slots.tryEnter(reader);
    if (place !== undefined) return place;
    if (slots.waiting(reader) < MOST_WAITING) return slots.enter(reader);
    const message = `More than ${MOST_WAITING} of your reads are waiting: send fewer at once.`;
    throw new Fault("rate_limited", message, undefined, RETRY_SECONDS);
  };
  return async (reader, read) => {
    readers.note(reader.who);
    workspaces.note(reader.group);
    const release = await enter(reader);
    try {
      return await read(release);
    } finally {
      release();
    }
  };
}
