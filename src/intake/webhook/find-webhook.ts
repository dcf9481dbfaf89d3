// Finds the webhook that a token opens. What was found in the embedded database holds as long as nothing at all was
// committed since; of PostgreSQL, deliveries of one turn of the event loop ask together.
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { shareTurns } from "../../lib/async/share-per-tick.ts";
import { isWebhookToken, tokenHash } from "../../lib/crypto/token.ts";
import type { Reader } from "../../storage/database/database.ts";
import { findDoorByToken, type WebhookDoor } from "../../storage/webhook/webhooks.ts";

export type FindDoor = (token: string) => Awaitable<WebhookDoor | undefined>;

/** What it finds was there after it was asked. */
export function webhookDoors(reader: Reader): FindDoor {
  if (!reader.isLocal) {
    const find = shareTurns(async (hash) => findDoorByToken(reader, hash));
    return (token) => (isWebhookToken(token) ? find(tokenHash(token)) : undefined);
  }
  let stamp: number | null = null;
  const known = new Map<string, WebhookDoor>();
  return (token) => {
    if (!known.has(token) && !isWebhookToken(token)) return undefined;
    const now = reader.stamp();
    if (now !== stamp) known.clear();
    stamp = now;
    const door = known.get(token) ?? (findDoorByToken(reader, tokenHash(token)) as WebhookDoor | undefined);
    if (door !== undefined) known.set(token, door);
    return door;
  };
}
