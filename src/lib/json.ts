// Reading JSON that strangers send: strict UTF-8, and no nesting deep enough to stop the process.
import { isUtf8 } from "node:buffer";

const MAX_DEPTH = 512;

/** A number written with this many characters keeps all its digits; a longer one may not. */
const SAFE_DIGITS = 15;

export type JsonReading = { ok: true; value: unknown } | { ok: false; why: string };

export interface JsonOptions {
  /** Gives a number that would lose digits as a string of all its digits. */
  keepDigits?: boolean;
}

export function readJson(bytes: Buffer, options: JsonOptions = {}): JsonReading {
  const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  if (!isUtf8(body)) return { ok: false, why: "it is not UTF-8" };
  const long = scan(body, options.keepDigits === true);
  if (long === null) return { ok: false, why: `it is nested more than ${MAX_DEPTH} levels deep` };
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    // Only what parses as it stands is read again: quotes must not make good JSON of bad.
    return { ok: true, value: long.length === 0 ? value : JSON.parse(quoted(body, long)) };
  } catch {
    return { ok: false, why: "it does not parse" };
  }
}

const NONE: readonly number[] = [];

/** Where long numbers start and end, by turns; null when the body is nested too deep. One pass does both. */
function scan(body: Buffer, digits: boolean): readonly number[] | null {
  if (body.length <= (digits ? SAFE_DIGITS : MAX_DEPTH)) return NONE;
  let found: number[] | null = null;
  let depth = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!;
    if (byte === 0x22) i = stringEnd(body, i + 1);
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return null;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (digits && byte <= 0x39 && byte >= 0x2d) {
      const end = numberEnd(body, i);
      if (end - i > SAFE_DIGITS) {
        found ??= [];
        found.push(i, end);
      }
      i = end - 1;
    }
  }
  return found ?? NONE;
}

/** Where the quote stands that ends a string. */
function stringEnd(body: Buffer, start: number): number {
  let i = start;
  for (; i < body.length; i++) {
    const byte = body[i];
    if (byte === 0x22) break;
    if (byte === 0x5c) i++;
  }
  return i;
}

/** Where the run of characters that numbers are written with ends. */
function numberEnd(body: Buffer, start: number): number {
  let i = start + 1;
  while (i < body.length && isNumeric(body[i]!)) i++;
  return i;
}

/** A digit, a sign, a point, or the E of an exponent. */
function isNumeric(byte: number): boolean {
  if (byte >= 0x30) return byte <= 0x39 || byte === 0x65 || byte === 0x45;
  return byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

function quoted(body: Buffer, long: readonly number[]): string {
  const copy = Buffer.allocUnsafe(body.length + long.length);
  let to = 0;
  let from = 0;
  for (const at of long) {
    to += body.copy(copy, to, from, at);
    copy[to++] = 0x22;
    from = at;
  }
  to += body.copy(copy, to, from);
  return copy.toString("utf8", 0, to);
}
