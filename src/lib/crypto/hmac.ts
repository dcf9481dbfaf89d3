// HMAC-SHA256 by its definition (RFC 2104), from two hashes taken at once each: the library's own object for it costs twice
// as much to make, and to clear away, as all that is hashed for a delivery.

import { hash } from "node:crypto";
import { BoundedMap } from "../collections/bounded-map.ts";

const BLOCK = 64;
const DIGEST = 32;
const MAX_KEYS = 1_000;
/** Bodies up to this length are put behind the key without asking for memory. */
const USUAL = 65_536;

/** What a key contributes to every signature. */
interface Pads {
  inner: Buffer;
  /** The outer pad with room for the inner digest. */
  outer: Buffer;
}

const known = new BoundedMap<string, Pads>(MAX_KEYS);
const scratch = Buffer.alloc(BLOCK + USUAL);

/** The code in hexadecimal digits. The key is the whole text, in UTF-8. */
export function hmacSha256(key: string, bytes: Buffer): string {
  const { inner, outer } = padsOf(key);
  const length = BLOCK + bytes.length;
  const message = bytes.length <= USUAL ? scratch.subarray(0, length) : Buffer.allocUnsafe(length);
  message.set(inner);
  message.set(bytes, BLOCK);
  outer.write(hash("sha256", message, "hex"), BLOCK, "hex");
  return hash("sha256", outer, "hex");
}

function padsOf(key: string): Pads {
  let pads = known.get(key);
  if (pads === undefined) {
    pads = padded(Buffer.from(key, "utf8"));
    known.set(key, pads);
  }
  return pads;
}

function padded(key: Buffer): Pads {
  const short = key.length > BLOCK ? hash("sha256", key, "buffer") : key;
  const inner = Buffer.alloc(BLOCK, 0x36);
  const outer = Buffer.alloc(BLOCK + DIGEST, 0x5c);
  for (const [i, byte] of short.entries()) {
    inner[i]! ^= byte;
    outer[i]! ^= byte;
  }
  return { inner, outer };
}
