// On PostgreSQL each who reads has a few connections at a time, so that some are always left for the others.
import { Fault } from "../domain/fault.ts";
import type { Awaitable } from "../lib/awaitable.ts";
import { createGate, type Leave } from "../lib/gate.ts";
import type { Reader } from "../storage/database.ts";

const PER_ACTOR = 4;
/** More than come over one connection, where requests are sent without waiting for answers. */
const MOST_WAITING = 2_000;
const RETRY_SECONDS = 1;

/** Reads as soon as `who` may. Throws `rate_limited` when too much of theirs waits already. */
export type ReadFairly = <T>(who: string, read: () => Awaitable<T>) => Awaitable<T>;

export function readFairly({ isLocal }: Reader): ReadFairly {
  // There reading takes no connection, and no time.
  if (isLocal) return (_who, read) => read();
  const gate = createGate({ total: Number.POSITIVE_INFINITY, perKind: PER_ACTOR });
  const enter = (who: string): Awaitable<Leave> => {
    const place = gate.tryEnter(who);
    if (place !== undefined) return place;
    if (gate.waiting(who) < MOST_WAITING) return gate.enter(who);
    const message = `More than ${MOST_WAITING} of your reads are waiting: send fewer at once.`;
    throw new Fault("rate_limited", message, undefined, RETRY_SECONDS);
  };
  return async (who, read) => {
    const leave = await enter(who);
    try {
      return await read();
    } finally {
      leave();
    }
  };
}
