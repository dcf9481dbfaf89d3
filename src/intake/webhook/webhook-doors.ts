// Finds the webhook that a token opens: first when a delivery begins to come, and again when all of it is there. The
// embedded database is asked both times, but once for all deliveries of a turn of the event loop.
import type { Awaitable } from "../../lib/awaitable.ts";
import { isWebhookToken, tokenHash } from "../../lib/token.ts";
import { shareTurns } from "../../lib/turn-share.ts";
import type { Turns } from "../../lib/turns.ts";
import type { Reader } from "../../storage/database.ts";
import { findDoorByToken, type WebhookDoor } from "../../storage/webhooks.ts";

export interface WebhookDoors {
  /** When a delivery begins to come. */
  find(token: string): Awaitable<WebhookDoor | undefined>;
  /** When all of it is there: hands over the webhook that it is decided by, or what went wrong. */
  settle(token: string, found: WebhookDoor, use: Use): void;
}

type Use = (door: WebhookDoor | undefined, error?: unknown) => void;

/** Finds webhooks by their tokens. What was found holds as long as nothing at all was committed since. */
export function webhookDoors(reader: Reader, turns: Turns): WebhookDoors {
  return reader.isLocal ? localDoors(reader, turns) : remoteDoors(reader);
}

/** Whoever is all there in the turn in which its webhook was found is settled with that. */
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

function localDoors(reader: Reader, turns: Turns): WebhookDoors {
  let stamp: number | null = null;
  const known = new Map<string, WebhookDoor>();
  const find = (token: string): WebhookDoor | undefined => {
    if (!known.has(token) && !isWebhookToken(token)) return undefined;
    const now = reader.stamp();
    if (now !== stamp) known.clear();
    stamp = now;
    const door = known.get(token) ?? (findDoorByToken(reader, tokenHash(token)) as WebhookDoor | undefined);
    if (door !== undefined) known.set(token, door);
    return door;
  };
  const settle: WebhookDoors["settle"] = (token, _found, use) => {
    let door: WebhookDoor | undefined;
    try {
      door = find(token);
    } catch (error) {
      use(undefined, error);
      return;
    }
    use(door);
  };
  return { find, settle: (...settled) => turns.join(() => settle(...settled)) };
}
