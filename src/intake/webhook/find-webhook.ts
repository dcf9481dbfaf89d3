// Finds the webhook of a token. In the embedded database, what was found holds until anything at all is committed. On
// PostgreSQL, the deliveries that come in one tick of the event loop ask with one statement.
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { sharePerTick } from "../../lib/async/share-per-tick.ts";
import { isWebhookToken, tokenHash } from "../../lib/crypto/token.ts";
import type { Reader } from "../../storage/database/database.ts";
import { findEndpointByToken, findEndpointsByTokens, type WebhookEndpoint } from "../../storage/webhook/webhooks.ts";

type FindWebhook = (token: string) => Awaitable<WebhookEndpoint | undefined>;

/** The function gives the webhook as it was when asked for, or later. */
export function webhookFinder(reader: Reader): FindWebhook {
  if (!reader.isLocal) {
    const find = sharePerTick<WebhookEndpoint>({
      one: (hash) => findEndpointByToken(reader, hash),
      many: (hashes) => findEndpointsByTokens(reader, hashes),
      keyOf: ({ tokenHash }) => tokenHash,
    });
    return (token) => (isWebhookToken(token) ? find(tokenHash(token)) : undefined);
  }
  let stamp: number | null = null;
  const known = new Map<string, WebhookEndpoint>();
  return (token) => {
    if (!known.has(token) && !isWebhookToken(token)) return undefined;
    const now = reader.stamp();
    if (now !== stamp) known.clear();
    stamp = now;
    const webhook = known.get(token) ?? (findEndpointByToken(reader, tokenHash(token)) as WebhookEndpoint | undefined);
    if (webhook !== undefined) known.set(token, webhook);
    return webhook;
  };
}
