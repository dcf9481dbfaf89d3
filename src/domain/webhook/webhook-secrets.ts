// What is secret about a webhook: the token in its URL and the secret that signs. Both are kept encrypted, each bound to
// its app, so that a row copied to another app is of no use there.
import type { Cipher } from "../../lib/crypto/cipher.ts";
import { newWebhookToken, tokenHash } from "../../lib/crypto/token.ts";
import { sealedContext } from "../workspace/sealed-values.ts";

export const WEBHOOK_PATH = "/api/integrations/webhook";

/** A token as it is stored: found by its hash, read again by an admin. */
export interface StoredToken {
  tokenHash: string;
  token: string;
}

export function makeToken(cipher: Cipher, appId: string): StoredToken {
  const token = newWebhookToken();
  return { tokenHash: tokenHash(token), token: cipher.encrypt(sealedContext("webhook", appId, "token"), token) };
}

/** The private URL: whoever has it may deliver. */
export function webhookUrl(cipher: Cipher, baseUrl: string, appId: string, token: string): string {
  return `${baseUrl}${WEBHOOK_PATH}/${cipher.decrypt(sealedContext("webhook", appId, "token"), token)}`;
}

export function sealSecret(cipher: Cipher, appId: string, secret: string): string {
  return cipher.encrypt(sealedContext("webhook", appId, "secret"), secret);
}

export function openSecret(cipher: Cipher, appId: string, secret: string): string {
  return cipher.decrypt(sealedContext("webhook", appId, "secret"), secret);
}
