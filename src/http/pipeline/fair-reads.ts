// On PostgreSQL each who reads has a few connections at a time, so that some are always left for the others, and fewer while others read:
// what the database has found is made into answers here, and whoever waits for theirs waits for all that came before it. The same goes for
// all of a workspace together, so that many keys of one leave connections for another.
import { Fault } from "../../domain/fault.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import type { Member } from "../../lib/async/fair-queue.ts";
import { RecentOthers } from "../../lib/async/recent-others.ts";
import { createSemaphore, type Release, type Semaphore } from "../../lib/async/semaphore.ts";
import type { Reader } from "../../storage/database/database.ts";

const ALONE = 4;
const BESIDE_OTHERS = 2;
/** A workspace gets five of six reading connections alone, so that a newcomer needn't wait, and two beside others. */
const WORKSPACE_ALONE = 5;
const BESIDE_OTHER_WORKSPACES = 2;
/**
 * Look-ups share statements with those of others (storage/database/look-ups.ts): one statement full of keys for a
 * reader, two for a workspace.
 */
const LOOK_UPS = 100;
const LOOK_UPS_OF_WORKSPACE = 2 * LOOK_UPS;
/** Pages are read together with those of others, too, but are much larger than rows. */
const PAGES = 32;
const PAGES_BESIDE_OTHERS = 8;
const PAGES_OF_WORKSPACE = 2 * PAGES;
const PAGES_BESIDE_OTHER_WORKSPACES = 2 * PAGES_BESIDE_OTHERS;
/** More than come over one connection, where requests are sent without waiting for answers. */
const MOST_WAITING = 2_000;
const RETRY_SECONDS = 1;

/** What is read together with what others ask for: a row by its key, or a page in the order of an index. */
export type ReadsTogether = "row" | "page";

/**
 * Reads as soon as `reader` may, from what it is given. That also has a way to leave the place early: for whoever goes on to wait elsewhere.
 * Throws `rate_limited` when too much of theirs waits already.
 */
export type ReadFairly = <T>(
  reader: Member,
  together: ReadsTogether | undefined,
  read: (leave: Release, db: Reader) => Awaitable<T>,
) => Awaitable<T>;

export function readFairly(db: Reader, now?: () => number): ReadFairly {
  // There reading takes no connection, and no time.
  if (db.isLocal) return (_reader, _together, read) => read(() => {}, db);
  const readers = new RecentOthers(now);
  const workspaces = new RecentOthers(now);
  const slots = createSemaphore({
    total: Number.POSITIVE_INFINITY,
    perKind: (who) => (readers.areThere(who) ? BESIDE_OTHERS : ALONE),
    perGroup: (group) => (workspaces.areThere(group) ? BESIDE_OTHER_WORKSPACES : WORKSPACE_ALONE),
  });
  const pages = createSemaphore({
    total: Number.POSITIVE_INFINITY,
    perKind: (who) => (readers.areThere(who) ? PAGES_BESIDE_OTHERS : PAGES),
    perGroup: (group) => (workspaces.areThere(group) ? PAGES_BESIDE_OTHER_WORKSPACES : PAGES_OF_WORKSPACE),
  });
  const rows = createSemaphore({
    total: Number.POSITIVE_INFINITY,
    perKind: LOOK_UPS,
    perGroup: LOOK_UPS_OF_WORKSPACE,
  });
  const enter = (line: Semaphore, reader: Member): Awaitable<Release> => {
    const place = line.tryEnter(reader);
    if (place !== undefined) return place;
    if (line.waiting(reader) < MOST_WAITING) return line.enter(reader);
    const message = `More than ${MOST_WAITING} of your reads are waiting: send fewer at once.`;
    throw new Fault("rate_limited", message, undefined, RETRY_SECONDS);
  };
  const lineFor = (together: ReadsTogether | undefined) =>
    together === undefined ? slots : together === "page" ? pages : rows;
  return async (reader, together, read) => {
    readers.note(reader.who);
    workspaces.note(reader.group);
    const release = await enter(lineFor(together), reader);
    try {
      return await read(release, together === "page" ? sparing(db, () => enter(slots, reader)) : db);
    } finally {
      release();
    }
  };
}

/** A reader that waits for a connection's place before each query that isn't shared with others. */
function sparing(db: Reader, enter: () => Awaitable<Release>): Reader {
  const inPlace = async <T>(ask: () => Awaitable<T>): Promise<T> => {
    const release = await enter();
    try {
      return await ask();
    } finally {
      release();
    }
  };
  return {
    dialect: db.dialect,
    isLocal: db.isLocal,
    stamp: () => db.stamp(),
    get: (query, ...values) =>
      query.ofMany === undefined ? inPlace(() => db.get(query, ...values)) : db.get(query, ...values),
    all: (query, ...values) =>
      query.ofMany === undefined ? inPlace(() => db.all(query, ...values)) : db.all(query, ...values),
    close: () => db.close(),
  };
}
