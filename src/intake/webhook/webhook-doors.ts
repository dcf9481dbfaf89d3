// Finds the webhook that a token opens.
import type { Awaitable } from "../../lib/awaitable.ts";
import { isWebhookToken, tokenHash } from "../../lib/token.ts";
import { shareTurns } from "../../lib/turn-share.ts";
import type { Reader } from "../../storage/database.ts";
import { findDoorByToken, type WebhookDoor } from "../../storage/webhooks.ts";

export interface WebhookDoors {
  find(token: string): Awaitable<WebhookDoor | undefined>;
  /** One that was found in this turn of the event loop: good enough to refuse a flood by, not to take anything. */
  seenInTurn(token: string): WebhookDoor | undefined;
}

/** Finds webhooks by their tokens. What was found holds as long as nothing at all was committed since. */
export function webhookDoors(reader: Reader): WebhookDoors {
  if (!reader.isLocal) {
    const find = shareTurns(async (hash) => findDoorByToken(reader, hash));
    const seenInTurn = () => undefined;
    return { seenInTurn, find: (token) => (isWebhookToken(token) ? find(tokenHash(token)) : undefined) };
  }
  let stamp: number | null = null;
  let isOfTurn = false;
  const known = new Map<string, WebhookDoor>();
  const look = () => {
    const now = reader.stamp();
    if (now !== stamp) known.clear();
    stamp = now;
    if (isOfTurn) return;
    isOfTurn = true;
    setImmediate(() => {
      isOfTurn = false;
    });
  };
  return {
    seenInTurn: (token) => (isOfTurn ? known.get(token) : undefined),
    find(token) {
      if (!known.has(token) && !isWebhookToken(token)) return undefined;
      look();
      const door = known.get(token) ?? (findDoorByToken(reader, tokenHash(token)) as WebhookDoor | undefined);
      if (door !== undefined) known.set(token, door);
      return door;
    },
  };
}
