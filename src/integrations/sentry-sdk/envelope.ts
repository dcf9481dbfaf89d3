// Envelopes, in which Sentry's SDKs send what they have: a line about all of it, then for each item a line about it and its content.
import { Fault } from "../../domain/fault.ts";
import { readJson } from "../../lib/formats/json.ts";
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { thousands } from "../../lib/text/thousands.ts";

const LF = 0x0a;
const CR = 0x0d;
/** Items in an envelope: many times what SDKs send at once. */
const MAX_ENVELOPE_ITEMS = 1_000;
/** Bytes of the first line, and of the line about an item: many times what SDKs write. */
const MAX_HEADER = 16_384;
const MAX_ITEM_HEADER = 2_048;

export interface SdkEnvelope {
  /** The id that the SDK gave to the event; empty when there is none. */
  eventId: string;
  /** The content of the first event; null when it holds none: sessions, transactions and the like. */
  event: Buffer | null;
}

/** Reads the lines of an envelope, and where each item ends. Throws `invalid_json`, `too_many_items`. */
export function readEnvelope(bytes: Buffer): SdkEnvelope {
  const first = lineFrom(bytes, 0);
  const header = objectIn(bytes.subarray(0, first.end), MAX_HEADER, "first line");
  let event: Buffer | null = null;
  let count = 0;
  for (let at = first.next; at < bytes.length; ) {
    const line = lineFrom(bytes, at);
    at = line.next;
    // Some SDKs leave empty lines at the end.
    if (isEmpty(bytes, line.start, line.end)) continue;
    if (++count > MAX_ENVELOPE_ITEMS) {
      const message = `The envelope has more than ${thousands(MAX_ENVELOPE_ITEMS)} items: send fewer at a time.`;
      throw new Fault("too_many_items", message);
    }
    const item = objectIn(bytes.subarray(line.start, line.end), MAX_ITEM_HEADER, `line about item ${count}`);
    const end = contentEnd(bytes, at, fieldAt(item, "length"), count);
    if (event === null && textAt(item, "type") === "event") event = bytes.subarray(at, end);
    at = end + 1;
  }
  return { eventId: textAt(header, "event_id"), event };
}

interface Line {
  start: number;
  end: number;
  next: number;
}

function lineFrom(bytes: Buffer, start: number): Line {
  const end = bytes.indexOf(LF, start);
  return end === -1 ? { start, end: bytes.length, next: bytes.length } : { start, end, next: end + 1 };
}

function isEmpty(bytes: Buffer, start: number, end: number): boolean {
  return end === start || (end === start + 1 && bytes[start] === CR);
}

/** The end of an item's content: by the length that it names, or else at the end of the line. */
function contentEnd(bytes: Buffer, start: number, length: unknown, item: number): number {
  if (length === undefined || length === null) return lineFrom(bytes, start).end;
  if (typeof length !== "number" || !Number.isInteger(length) || length < 0) {
    throw refused(`the length of item ${item} is no number of bytes`);
  }
  const end = start + length;
  if (end > bytes.length) throw refused(`item ${item} says that it is longer than what follows`);
  if (end < bytes.length && bytes[end] !== LF) throw refused(`item ${item} goes on after the length that it says`);
  return end;
}

function objectIn(line: Buffer, mostBytes: number, what: string): object {
  if (line.length > mostBytes) throw refused(`the ${what} has more than ${thousands(mostBytes)} bytes`);
  const reading = readJson(line);
  if (!reading.ok) throw refused(`the ${what} can't be read as JSON: ${reading.why}`);
  const { value } = reading;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refused(`the ${what} is no JSON object`);
  }
  return value;
}

function refused(why: string): Fault {
  return new Fault("invalid_json", `The body is no envelope of Sentry's: ${why}.`);
}
