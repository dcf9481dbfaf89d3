// The URL of a webhook is its permission, and some tools send along where they send to. Whatever is kept or shown of a
// delivery has no token in it.
import { isUtf8 } from "node:buffer";
import { isWebhookToken, WEBHOOK_PREFIX, WEBHOOK_TOKEN_LENGTH } from "../../lib/crypto/token.ts";

export const HIDDEN = "…";
const LIKE_A_TOKEN = new RegExp(`${WEBHOOK_PREFIX}[0-9a-z]{${WEBHOOK_TOKEN_LENGTH - WEBHOOK_PREFIX.length}}`, "g");
/** Where not all is UTF-8, nothing beyond ASCII is put in. */
const HIDDEN_BYTES = "...";

/** The same bytes, unless there is a token in them. */
export function maskTokens(bytes: Buffer): Buffer {
  if (!bytes.includes(WEBHOOK_PREFIX)) return bytes;
  const isText = isUtf8(bytes);
  const text = bytes.toString(isText ? "utf8" : "latin1");
  const masked = masking(text, isText ? HIDDEN : HIDDEN_BYTES);
  return masked === text ? bytes : Buffer.from(masked, isText ? "utf8" : "latin1");
}

export function maskTokensInText(text: string): string {
  return text.includes(WEBHOOK_PREFIX) ? masking(text, HIDDEN) : text;
}

/** Masks tokens in all texts of a parsed payload. */
export function maskTokensInPayload(payload: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(payload);
  const masked = maskTokensInText(text);
  return masked === text ? payload : (JSON.parse(masked) as Record<string, unknown>);
}

function masking(text: string, hidden: string): string {
  return text.replaceAll(LIKE_A_TOKEN, (found) => (isWebhookToken(found) ? hidden : found));
}
