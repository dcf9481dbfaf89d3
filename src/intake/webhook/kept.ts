// What the log keeps of a delivery: its headers without what is secret, and its body.
import { isUtf8 } from "node:buffer";
import type { BodyEncoding } from "../../storage/deliveries.ts";

/** Parts of header names whose values are nobody's business. */
const SECRET = ["auth", "cookie", "token", "secret", "signature", "password", "session", "key", "credential"];
const MAX_HEADERS = 4_096;
const HIDDEN = "…";

const MAX_JUDGED = 1_000;
const judged = new Map<string, boolean>();

/**
 * As JSON, from names and values in turn. A header that holds the token, as a proxy's record of the address does, is kept
 * without it; one that stands several times has its values side by side.
 */
export function keptHeaders(rawHeaders: readonly string[], token: string): string {
  const kept = new Map<string, string>();
  let size = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    const text = isSecret(name) ? HIDDEN : plain(rawHeaders[i + 1]!, token);
    if (size + name.length + text.length > MAX_HEADERS) continue;
    size += name.length + text.length;
    const before = kept.get(name);
    kept.set(name, before === undefined || before === HIDDEN ? text : `${before}, ${text}`);
  }
  const entries = [...kept].map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`);
  return `{${entries.join(",")}}`;
}

/** The same few names come with every delivery. */
function isSecret(name: string): boolean {
  let secret = judged.get(name);
  if (secret === undefined) {
    secret = SECRET.some((part) => name.includes(part));
    if (judged.size >= MAX_JUDGED) judged.clear();
    judged.set(name, secret);
  }
  return secret;
}

export function keptBody(bytes: Buffer, token: string): { encoding: BodyEncoding; body: string | null } {
  // NUL is no text to a database.
  if (!isUtf8(bytes) || bytes.includes(0))
    return { encoding: "base64", body: without(bytes, token).toString("base64") };
  return { encoding: "utf8", body: plain(bytes.toString("utf8"), token) };
}

export function bytesOf({ encoding, body }: { encoding: BodyEncoding; body: string | null }): Buffer | null {
  return body === null || encoding === "none" ? null : Buffer.from(body, encoding);
}

function without(bytes: Buffer, token: string): Buffer {
  if (token === "" || !bytes.includes(token)) return bytes;
  return Buffer.from(bytes.toString("latin1").replaceAll(token, "..."), "latin1");
}

function plain(text: string, token: string): string {
  const clean = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return token !== "" && clean.includes(token) ? clean.replaceAll(token, HIDDEN) : clean;
}
