// What the log keeps of a delivery: its headers and its body, without what is secret.

import { isUtf8 } from "node:buffer";
import { MAX_LOGGED_HEADERS } from "../../domain/limits.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import type { BodyEncoding, Received } from "../../storage/webhook/deliveries.ts";
import { HIDDEN, maskTokens, maskTokensInText } from "./mask-tokens.ts";

/** Headers whose values are shown: nobody proves anything with them. Of all others only the name is kept. */
const SHOWN = new Set([
  ...[
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "date",
    "expect",
  ],
  ...["content-encoding", "content-language", "content-length", "content-type", "host", "origin", "pragma", "priority"],
  ...["te", "transfer-encoding", "upgrade-insecure-requests", "user-agent", "via", "forwarded", "keep-alive"],
  ...["x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto", "x-real-ip", "true-client-ip"],
  ...[
    "x-request-id",
    "x-correlation-id",
    "traceparent",
    "x-amzn-trace-id",
    "cf-ray",
    "cf-connecting-ip",
    "cf-ipcountry",
  ],
  ...["webhook-id", "webhook-timestamp", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-dest"],
]);
/** What tools call the kind of a delivery, or its number: X-GitHub-Event, Sentry-Hook-Resource, X-Shopify-Topic. */
const SHOWN_ENDINGS = ["-event", "-event-type", "-topic", "-delivery", "-resource", "-timestamp"];
/** A header with one of these in its name is never shown, whatever the name ends with. */
const SECRET = [
  "auth",
  "cookie",
  "token",
  "secret",
  "sign",
  "pass",
  "pwd",
  "session",
  "key",
  "credential",
  "jwt",
  "hmac",
];

const MAX_KNOWN = 1_000;
const known = new BoundedMap<string, Label>(MAX_KNOWN);

/** A header's name as it begins an entry, and whether its value is shown. */
interface Label {
  text: string;
  isShown: boolean;
}

const NO_BODY = { encoding: "none", body: null } as const;

/** `sent` is null where the operator wants nothing to be kept; its headers are names and values in turn. */
export function redact(
  receivedAt: number,
  sent: { headers: readonly string[]; body: Buffer | undefined } | null,
): Received {
  if (sent === null) return { receivedAt, replayOf: null, headers: "{}", encoding: "none", body: null };
  const { encoding, body } = sent.body === undefined ? NO_BODY : redactBody(sent.body);
  return { receivedAt, replayOf: null, headers: redactHeaders(sent.headers), encoding, body };
}

/** The headers as JSON. One that was sent several times has its values side by side. */
function redactHeaders(rawHeaders: readonly string[]): string {
  const kept = new Map<string, string>();
  let size = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const label = labelOf(rawHeaders[i]!);
    const text = label.isShown ? plain(rawHeaders[i + 1]!) : HIDDEN;
    const length = rawHeaders[i]!.length + text.length;
    if (size + length > MAX_LOGGED_HEADERS) continue;
    size += length;
    const before = kept.get(label.text);
    kept.set(label.text, before === undefined || before === HIDDEN ? text : `${before}, ${text}`);
  }
  let entries = "";
  for (const [label, text] of kept) entries += `${entries === "" ? "" : ","}${label}${JSON.stringify(text)}`;
  return `{${entries}}`;
}

/** A header's label. It is remembered, as the same few names come with every delivery. */
function labelOf(rawName: string): Label {
  let label = known.get(rawName);
  if (label === undefined) {
    const name = rawName.toLowerCase();
    label = { text: `${JSON.stringify(name)}:`, isShown: isShown(name) };
    known.set(rawName, label);
  }
  return label;
}

function isShown(name: string): boolean {
  if (SHOWN.has(name)) return true;
  return SHOWN_ENDINGS.some((ending) => name.endsWith(ending)) && !SECRET.some((part) => name.includes(part));
}

function redactBody(bytes: Buffer): { encoding: BodyEncoding; body: string | null } {
  // PostgreSQL takes no NUL in a text.
  if (!isUtf8(bytes) || bytes.includes(0)) return { encoding: "base64", body: maskTokens(bytes).toString("base64") };
  return { encoding: "utf8", body: plain(bytes.toString("utf8")) };
}

/** The bytes of a body that the log has kept; null where it has kept none. */
export function loggedBytes({ encoding, body }: { encoding: BodyEncoding; body: string | null }): Buffer | null {
  return body === null || encoding === "none" ? null : Buffer.from(body, encoding);
}

function plain(text: string): string {
  return maskTokensInText(text.includes("\0") ? text.replaceAll("\0", "") : text);
}
