// What the log keeps of a delivery: its headers without what is secret, and its body.
import { isUtf8 } from "node:buffer";
import type { BodyEncoding } from "../../storage/deliveries.ts";

/** Parts of header names whose values are nobody's business. */
const SECRET = ["auth", "cookie", "token", "secret", "signature", "password", "session", "key", "credential"];
const MAX_HEADERS = 4_096;
const HIDDEN = "…";

const MAX_KNOWN = 1_000;
const known = new Map<string, Label>();

/** A header's name as it begins an entry, and whether its value is to be hidden. */
interface Label {
  text: string;
  isSecret: boolean;
}

/**
 * As JSON, from names and values in turn. A header that holds the token, as a proxy's record of the address does, is kept
 * without it; one that stands several times has its values side by side.
 */
export function keptHeaders(rawHeaders: readonly string[], token: string): string {
  const kept = new Map<string, string>();
  let size = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const label = labelOf(rawHeaders[i]!);
    const text = label.isSecret ? HIDDEN : plain(rawHeaders[i + 1]!, token);
    const length = rawHeaders[i]!.length + text.length;
    if (size + length > MAX_HEADERS) continue;
    size += length;
    const before = kept.get(label.text);
    kept.set(label.text, before === undefined || before === HIDDEN ? text : `${before}, ${text}`);
  }
  let entries = "";
  for (const [label, text] of kept) entries += `${entries === "" ? "" : ","}${label}${JSON.stringify(text)}`;
  return `{${entries}}`;
}

/** The same few names come with every delivery. */
function labelOf(rawName: string): Label {
  let label = known.get(rawName);
  if (label === undefined) {
    const name = rawName.toLowerCase();
    label = { text: `${JSON.stringify(name)}:`, isSecret: SECRET.some((part) => name.includes(part)) };
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(rawName, label);
  }
  return label;
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
