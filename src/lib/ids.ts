// Ids: opaque, prefixed, and sortable by the time they were given.
import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_LENGTH = 9;
const COUNT_LENGTH = 5;
const RANDOM_BYTES = 10;
const COUNT_LIMIT = 32 ** COUNT_LENGTH;

let count = 0;
let pool = Buffer.alloc(0);
let used = 0;

/**
 * `<prefix>_<time><count><random>`: nine characters of milliseconds, five that grow within a process, ten random.
 * Two ids of one process and one millisecond sort in the order they were made.
 */
export function newId(prefix: string, at: number): string {
  count = (count + 1) % COUNT_LIMIT;
  return `${prefix}_${digits(at, TIME_LENGTH)}${digits(count, COUNT_LENGTH)}${randomText(RANDOM_BYTES)}`;
}

/** The part of an id that its time decides: every id given at or after `at` sorts at or after it. */
export function firstIdAt(prefix: string, at: number): string {
  return `${prefix}_${digits(at, TIME_LENGTH)}`;
}

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
