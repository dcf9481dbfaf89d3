// What the log keeps of a delivery: its headers without what is secret, and its body.
import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import type { BodyEncoding } from "../../storage/deliveries.ts";

/** Parts of header names whose values are nobody's business. */
const SECRET = ["auth", "cookie", "token", "secret", "signature", "password", "session", "key", "credential"];
const MAX_HEADERS = 4_096;
const HIDDEN = "…";

/** As JSON. A header that holds the token, as a proxy's record of the address does, is kept without it. */
export function keptHeaders(headers: IncomingHttpHeaders, token: string): string {
  const kept: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const isSecret = SECRET.some((part) => name.includes(part));
    const text = isSecret ? HIDDEN : plain(Array.isArray(value) ? value.join(", ") : value, token);
    if (size + name.length + text.length > MAX_HEADERS) continue;
    size += name.length + text.length;
    kept[name] = text;
  }
  return JSON.stringify(kept);
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
