// Reading JSON that strangers send: strict UTF-8, and no nesting deep enough to stop the process.
import { isUtf8 } from "node:buffer";
import { thousands } from "../text/thousands.ts";

const MAX_DEPTH = 512;
/** Values in one text: more than any tool sends. Each costs more time than its bytes, and nobody else is answered meanwhile. */
const MAX_VALUES = 100_000;
const MAX_NAMES = 10_000;

/** A whole number written with this many digits is spelled the same once it is read; a longer one may not be. */
const SAFE_DIGITS = 15;

/** The shortest field: `"":1,` */
const SHORTEST_FIELD = 5;
/** Names are told apart by a hash of so many values: of a thousand some eight are taken for another, and none for two. */
const HASHES = 65_536;

export type JsonReading = { ok: true; value: unknown } | { ok: false; isWide?: true; why: string };

export interface JsonOptions {
  /** Gives a number that would be spelled otherwise once it is read, such as 1.10, as the text that was sent. */
  keepDigits?: boolean;
  /** Refuses a body with more different names of fields than that before it is read: 10,000 when left out. */
  maxNames?: number;
  /** Down to which depth names are counted, 1 being the outermost object's; all of them when left out. */
  maxNamesDepth?: number;
  /** Any number of names and values is read: for whoever reads on a thread of its own. */
  isUnbounded?: boolean;
}

export function readJson(bytes: Buffer, options: JsonOptions = {}): JsonReading {
  const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  if (!isUtf8(body)) return { ok: false, why: "it is not UTF-8" };
  const { isUnbounded = false, maxNames = MAX_NAMES, maxNamesDepth = MAX_DEPTH } = options;
  const isLarge = !isUnbounded && body.length >= maxNames * SHORTEST_FIELD;
  const names = isLarge ? new Names(maxNames, maxNamesDepth) : null;
  const mostValues = isUnbounded ? Number.POSITIVE_INFINITY : MAX_VALUES;
  const altered = scan(body, options.keepDigits === true, mostValues, names);
  if (altered === "deep") return { ok: false, why: `it is nested more than ${MAX_DEPTH} levels deep` };
  if (altered === "many") return { ok: false, isWide: true, why: `it has more than ${thousands(MAX_VALUES)} values` };
  if (altered === "names") {
    return { ok: false, isWide: true, why: `it has more than ${thousands(maxNames)} different field names` };
  }
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    // Only what parses as it stands is read again: quotes must not make good JSON of bad.
    return { ok: true, value: altered.length === 0 ? value : JSON.parse(quoted(body, altered)) };
  } catch {
    return { ok: false, why: "it does not parse" };
  }
}

const NONE: readonly number[] = [];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * Where numbers to be quoted start and end, by turns, unless the body is nested too deep or has too many values or names: one
 * pass does it all, and ends as soon as it is known that the body is refused.
 */
function scan(
  body: Buffer,
  digits: boolean,
  mostValues: number,
  names: Names | null,
): readonly number[] | "deep" | "many" | "names" {
  if (!digits && names === null && body.length <= MAX_DEPTH) return NONE;
  let found: number[] | null = null;
  let depth = 0;
  let values = 1;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!;
    if (byte === QUOTE) {
      const start = i + 1;
      i = stringEnd(body, start);
      if (names?.isOver(body, start, i, depth)) return "names";
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return "deep";
      if (++values > mostValues) return "many";
    } else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x2c) {
      if (++values > mostValues) return "many";
    } else if (digits && byte <= 0x39 && byte >= 0x2d) {
      const end = numberEnd(body, i);
      if (!staysAsWritten(body, i, end)) {
        found ??= [];
        found.push(i, end);
      }
      i = end - 1;
    }
  }
  return found ?? NONE;
}

/** Counts the different names of fields; of what is no JSON, what looks like them. */
class Names {
  private readonly most: number;
  private readonly deepest: number;
  private readonly known = new Uint8Array(HASHES);
  private count = 0;

  constructor(most: number, deepest: number) {
    this.most = most;
    this.deepest = deepest;
  }

  /** Whether there are too many, with the string between the two places, at a depth, if it is a name. */
  isOver(body: Buffer, start: number, end: number, depth: number): boolean {
    if (depth > this.deepest || !isFollowedByColon(body, end + 1)) return false;
    const hash = hashOf(body, start, end);
    if (this.known[hash] === 1) return false;
    this.known[hash] = 1;
    return ++this.count > this.most;
  }
}

function isFollowedByColon(body: Buffer, from: number): boolean {
  let i = from;
  while (i < body.length && body[i]! <= 0x20) i++;
  return body[i] === 0x3a;
}

/** A hash of a name: FNV-1a, folded. */
function hashOf(body: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ body[i]!, 0x01000193);
  return (hash ^ (hash >>> 16)) & (HASHES - 1);
}

/** Bytes that are read one by one before the next quote is searched for. */
const ONE_BY_ONE = 64;

/** The place of the quote that ends a string. */
function stringEnd(body: Buffer, start: number): number {
  let i = start;
  let searchFrom = start + ONE_BY_ONE;
  while (i < body.length) {
    const byte = body[i];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i += 2;
    else if (i < searchFrom) i++;
    else {
      const quote = body.indexOf(QUOTE, i);
      if (quote === -1) return body.length;
      // On to the backslashes right before it, if there are any: they decide whether it ends the string.
      const from = i;
      i = quote;
      while (i > from && body[i - 1] === BACKSLASH) i--;
      searchFrom = quote + ONE_BY_ONE;
    }
  }
  return i;
}

/** Where the run of characters that numbers are written with ends. */
function numberEnd(body: Buffer, start: number): number {
  let i = start + 1;
  while (i < body.length && isNumeric(body[i]!)) i++;
  return i;
}

/** Whether a number that is read and written again is spelled as it was; mostly its characters alone tell. */
function staysAsWritten(body: Buffer, start: number, end: number): boolean {
  if (end - start > SAFE_DIGITS) return false;
  const first = body[start] === MINUS ? start + 1 : start;
  let point = end;
  for (let i = first; i < end; i++) {
    const byte = body[i]!;
    if (byte === POINT) point = i;
    else if (byte < ZERO || byte > NINE) return isShortest(body.toString("latin1", start, end));
  }
  // A zero loses its sign, a fraction the zeros at its end; one that begins with six zeros gets an exponent.
  if (point === end) return first === start || body[first] !== ZERO;
  return body[end - 1] !== ZERO && !(body[first] === ZERO && zerosAfter(body, point, end) >= 6);
}

function isShortest(number: string): boolean {
  return String(Number(number)) === number;
}

function zerosAfter(body: Buffer, point: number, end: number): number {
  let i = point + 1;
  while (i < end && body[i] === ZERO) i++;
  return i - point - 1;
}

/** A digit, a sign, a point, or the E of an exponent. */
function isNumeric(byte: number): boolean {
  if (byte >= 0x30) return byte <= 0x39 || byte === 0x65 || byte === 0x45;
  return byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

/** Byte by byte: the pieces between short numbers are too short to be copied one by one. */
function quoted(body: Buffer, altered: readonly number[]): string {
  const copy = Buffer.allocUnsafe(body.length + altered.length);
  let to = 0;
  let from = 0;
  for (const place of altered) {
    while (from < place) copy[to++] = body[from++]!;
    copy[to++] = QUOTE;
  }
  while (from < body.length) copy[to++] = body[from++]!;
  return copy.toString("utf8", 0, to);
}
