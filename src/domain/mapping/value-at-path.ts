// A delivered payload as paths see it: own properties only, and on into strings that hold JSON objects.
import { readJson } from "../../lib/formats/json.ts";
import type { Path, Segment } from "./expression.ts";

/** Texts that begin after more space than this are remembered, so that the space is measured once. */
const LITTLE_SPACE = 64;

/** The first key of a path that begins at the whole payload, where others begin at one item of it. */
const WHOLE = "$";

export interface Payload {
  root: unknown;
  /** The payload that has this one as an item; null for one that is read by itself. */
  whole: Payload | null;
  /** The JSON objects that strings hold, each read once. */
  opened: Map<string, unknown> | null;
  /** Where texts begin that have much space in front. */
  starts: Map<string, number> | null;
}

/** What counts of a value; undefined when nothing does. */
export type Accept<Value> = (value: unknown, payload: Payload) => Value | undefined;

export function payloadOf(root: Record<string, unknown>): Payload {
  return { root, whole: null, opened: null, starts: null };
}

/** An item of a list in the payload. What was found out about texts of the payload holds for its items, too. */
export function payloadItem(whole: Payload, root: unknown): Payload {
  whole.opened ??= new Map();
  whole.starts ??= new Map();
  return { root, whole, opened: whole.opened, starts: whole.starts };
}

/** The value at a path; undefined if there is none. */
export function valueAt(payload: Payload, path: Path): unknown {
  if (payload.whole !== null && path.segments[0]!.key === WHOLE) return follow(payload.whole, path.segments.slice(1));
  return follow(payload, path.segments);
}

function follow(payload: Payload, segments: readonly Segment[]): unknown {
  let value = payload.root;
  for (const segment of segments) {
    value = step(typeof value === "string" ? open(payload, value) : value, segment);
    if (value === undefined || value === null) return undefined;
  }
  return value;
}

function step(value: unknown, { key, index }: Segment): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return index >= 0 && index < value.length ? value[index] : undefined;
  if (key === "__proto__" || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function open(payload: Payload, text: string): unknown {
  if (text[startOf(text, payload)] !== "{") return undefined;
  payload.opened ??= new Map();
  if (!payload.opened.has(text)) {
    const reading = readJson(Buffer.from(text), { keepDigits: true });
    payload.opened.set(text, reading.ok ? reading.value : undefined);
  }
  return payload.opened.get(text);
}

/** Text that is not blank, or a number as text. Booleans, lists, objects and null are no text. */
export function asText(value: unknown, payload: Payload): string | undefined {
  if (typeof value === "string") return asString(value, payload);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** A value as a placeholder shows it: text without space in front, and also the words true and false. */
export function asShown(value: unknown, payload: Payload): string | undefined {
  if (typeof value === "boolean") return String(value);
  const text = asText(value, payload);
  return text?.slice(startOf(text, payload));
}

/** Text that is not blank; a number is none. */
export function asString(value: unknown, payload: Payload): string | undefined {
  return typeof value === "string" && startOf(value, payload) < value.length ? value : undefined;
}

/** A value as text, or as a list of the texts in it. */
export function asWords(value: unknown, payload: Payload): string | string[] | undefined {
  if (!Array.isArray(value)) return asText(value, payload);
  const words = value.slice(0, 1_000).filter((word) => asString(word, payload) !== undefined);
  return words.length > 0 ? words : undefined;
}

/** Whether the text has nothing but spaces and control characters. */
export function isBlank(text: string): boolean {
  return afterBlanks(text, 0, text.length) === text.length;
}

/** Where a text begins after the space in front; its length when it is blank. */
function startOf(text: string, payload: Payload): number {
  const near = afterBlanks(text, 0, LITTLE_SPACE);
  if (near < LITTLE_SPACE) return near;
  payload.starts ??= new Map();
  const start = payload.starts.get(text) ?? afterBlanks(text, near, text.length);
  payload.starts.set(text, start);
  return start;
}

function afterBlanks(text: string, from: number, to: number): number {
  const end = Math.min(text.length, to);
  let i = from;
  while (i < end && isBlankUnit(text.charCodeAt(i))) i++;
  return i;
}

export function isBlankUnit(unit: number): boolean {
  if (unit < 0x7f) return unit <= 0x20;
  if (unit <= 0xa0 || unit === 0xfeff || unit === 0x3000) return true;
  return unit >= 0x1680 && (unit === 0x1680 || isWideSpace(unit));
}

function isWideSpace(unit: number): boolean {
  if (unit < 0x2000 || unit > 0x205f) return false;
  return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f;
}
