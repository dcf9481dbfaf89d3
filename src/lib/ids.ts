// Ids: opaque, prefixed, and sortable by the time they were given.
import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_LENGTH = 9;
const TIME_LIMIT = 32 ** TIME_LENGTH;
const ORDER_LENGTH = 10;
const RANDOM_LENGTH = 8;
const ORDER_LIMIT = 32 ** ORDER_LENGTH;

let count = 0;
let pool = Buffer.alloc(0);
let used = 0;

/**
 * `<prefix>_<time><order><random>`: nine characters of milliseconds, ten that sort ids of one millisecond, eight random.
 * Without an `order` ids sort as this process made them.
 */
export function newId(prefix: string, at: number, order?: number): string {
  if (order === undefined) count = (count + 1) % ORDER_LIMIT;
  return `${prefix}_${timeDigits(at)}${digits(order ?? count, ORDER_LENGTH)}${randomText(RANDOM_LENGTH)}`;
}

let lastTime = -1;
let lastDigits = "";

/** Many ids are given within one millisecond. */
function timeDigits(at: number): string {
  if (at !== lastTime) lastDigits = digits(at, TIME_LENGTH);
  lastTime = at;
  return lastDigits;
}

/**
 * The part of an id that its time decides: every id given at or after `at` sorts at or after it. A moment that no id can have
 * is taken for the nearest that one can.
 */
export function firstIdAt(prefix: string, at: number): string {
  return `${prefix}_${digits(Math.min(Math.max(at, 0), TIME_LIMIT - 1), TIME_LENGTH)}`;
}

/** Sorts behind every id. */
export const AFTER_EVERY_ID = "~";
/** Ids given at any time: the first bound is included, the second is not. */
export const ANY_TIME = { from: "", below: AFTER_EVERY_ID };

/** `length` random characters of five bits each. */
export function randomText(length: number): string {
  if (used + length > pool.length) {
    pool = randomBytes(4096);
    used = 0;
  }
  let text = "";
  for (let i = 0; i < length; i++) text += ALPHABET[pool[used++]! & 31];
  return text;
}

/** A non-negative whole number in base 32, padded so that text order is number order. */
export function digits(value: number, length: number): string {
  let text = "";
  for (let rest = value, i = 0; i < length; i++) {
    text = ALPHABET[rest % 32]! + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
