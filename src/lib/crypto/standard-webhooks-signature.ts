// Signatures by the Standard Webhooks specification: `v1,` and the HMAC-SHA256, in base64, of id, time and body.
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { MINUTE_MS } from "../clock.ts";
import { isSameText } from "./constant-time-equal.ts";

const PREFIX = "whsec_";
const OLDEST_MS = 5 * MINUTE_MS;
/** Signatures of older and newer keys may stand side by side. */
const MAX_SIGNATURES = 10;

/** Whether a request has a signature made with this secret within five minutes of now. */
export function isStandardSigned(
  secret: string,
  { headers, bytes, now }: { headers: IncomingHttpHeaders; bytes: Buffer; now: number },
): boolean {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures } = headers;
  if (typeof id !== "string" || typeof time !== "string" || typeof signatures !== "string") return false;
  const isFresh = Math.abs(now - Number(time) * 1_000) <= OLDEST_MS;
  if (!isFresh || !secret.startsWith(PREFIX)) return false;
  if (keyOf(secret).length === 0) return false;
  const own = standardSignature(secret, id, time, bytes);
  return signatures.split(" ", MAX_SIGNATURES).some((one) => isSameText(one, own));
}

/** The signature of a message; `time` is in seconds. */
export function standardSignature(secret: string, id: string, time: string, bytes: Buffer): string {
  return `v1,${createHmac("sha256", keyOf(secret)).update(`${id}.${time}.`).update(bytes).digest("base64")}`;
}

/**
 * Signatures for a secret that is any text: its bytes are the key. One in the form of Standard Webhooks signs by the
 * key that it spells, too, because their libraries take it for that.
 */
export function standardSignatures(secret: string, id: string, time: string, bytes: Buffer): string {
  const secrets = [PREFIX + Buffer.from(secret).toString("base64")];
  if (secret.startsWith(PREFIX) && keyOf(secret).length > 0) secrets.push(secret);
  return secrets.map((one) => standardSignature(one, id, time, bytes)).join(" ");
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), "base64");
}
