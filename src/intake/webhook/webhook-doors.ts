// Finds the webhook that a token opens: first when a delivery begins to come, and again when all of it is there, if that
// takes longer than a turn of the event loop. The embedded database is asked once for all deliveries of a turn, at its end:
// asking costs a tenth of a refusal, and answers that leave together cost less.
import type { Awaitable } from "../../lib/awaitable.ts";
import { isWebhookToken, tokenHash } from "../../lib/token.ts";
import { shareTurns } from "../../lib/turn-share.ts";
import type { Reader } from "../../storage/database.ts";
import { findDoorByToken, type WebhookDoor } from "../../storage/webhooks.ts";

export interface WebhookDoors {
  /** When a delivery begins to come. It may have been found earlier in the turn: good enough to go on by, or to refuse a flood. */
  find(token: string): Awaitable<WebhookDoor | undefined>;
  /** When all of it is there: hands over the webhook that it is decided by, or what went wrong. */
  settle(token: string, found: WebhookDoor, use: Use): void;
}

type Use = (door: WebhookDoor | undefined, error?: unknown) => void;

/** Finds webhooks by their tokens. What was found holds as long as nothing at all was committed since. */
export function webhookDoors(reader: Reader): WebhookDoors {
  return reader.isLocal ? localDoors(reader) : remoteDoors(reader);
}

function remoteDoors(reader: Reader): WebhookDoors {
  const ofTurn = new WeakSet<WebhookDoor>();
  const find = shareTurns(async (hash) => {
    const door = await findDoorByToken(reader, hash);
    if (door === undefined) return undefined;
    ofTurn.add(door);
    setImmediate(() => ofTurn.delete(door));
    return door;
  });
  return {
    find: (token) => (isWebhookToken(token) ? find(tokenHash(token)) : undefined),
    settle(token, found, use) {
      if (ofTurn.has(found)) use(found);
      else find(tokenHash(token)).then(use, (error) => use(undefined, error));
    },
  };
}

function localDoors(reader: Reader): WebhookDoors {
  let stamp: number | null = null;
  const known = new Map<string, WebhookDoor>();
  /** What is known was found, or found to hold, in this turn. */
  let isOfTurn = false;
  let isEndSet = false;
  let waiting: { token: string; use: Use }[] = [];

  const look = (): void => {
    const now = reader.stamp();
    if (now !== stamp) known.clear();
    stamp = now;
  };
  const read = (token: string): WebhookDoor | undefined => {
    const door = known.get(token) ?? (findDoorByToken(reader, tokenHash(token)) as WebhookDoor | undefined);
    if (door !== undefined) known.set(token, door);
    return door;
  };
  const awaitEnd = (): void => {
    if (isEndSet) return;
    isEndSet = true;
    setImmediate(() => {
      isEndSet = false;
      isOfTurn = false;
      const settled = waiting;
      waiting = [];
      if (settled.length > 0) settleAll(settled);
    });
  };
  const settleAll = (settled: typeof waiting): void => {
    let found: (WebhookDoor | undefined)[];
    try {
      look();
      found = settled.map(({ token }) => read(token));
    } catch (error) {
      for (const { use } of settled) use(undefined, error);
      return;
    }
    for (const [i, { use }] of settled.entries()) use(found[i]);
  };
  return {
    find(token) {
      const seen = known.get(token);
      if (isOfTurn && seen?.enabled === 1) return seen;
      if (seen === undefined && !isWebhookToken(token)) return undefined;
      look();
      isOfTurn = true;
      awaitEnd();
      return read(token);
    },
    settle(token, _found, use) {
      awaitEnd();
      waiting.push({ token, use });
    },
  };
}
