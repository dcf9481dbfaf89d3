// Reading JSON that strangers send: strict UTF-8, and no nesting deep enough to stop the process.
import { isUtf8 } from "node:buffer";

const MAX_DEPTH = 512;

export type JsonReading = { ok: true; value: unknown } | { ok: false; why: string };

export function readJson(bytes: Buffer): JsonReading {
  const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  if (!isUtf8(body)) return { ok: false, why: "it is not UTF-8" };
  if (tooDeep(body)) return { ok: false, why: `it is nested more than ${MAX_DEPTH} levels deep` };
  try {
    return { ok: true, value: JSON.parse(body.toString("utf8")) };
  } catch {
    return { ok: false, why: "it does not parse" };
  }
}

function tooDeep(body: Buffer): boolean {
  if (body.length <= MAX_DEPTH) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (quoted) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) quoted = false;
    } else if (byte === 0x22) quoted = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
