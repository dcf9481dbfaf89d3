// When keys expire, and whether that is soon.
import { DAY_MS, KEY_WARNING_DAYS } from "../../../src/wire/limits.ts";
import type { Key } from "./types.ts";

export function hasExpired({ expires_at: at }: Pick<Key, "expires_at">, now = Date.now()): boolean {
  return at !== null && Date.parse(at) <= now;
}

/** Whether a key ends soon or has ended: whoever uses it waits for a new one. An assistant's is renewed whenever it is used. */
export function needsRenewal(
  { expires_at: at, assistant }: Pick<Key, "expires_at" | "assistant">,
  now = Date.now(),
): boolean {
  return !assistant && at !== null && Date.parse(at) <= now + KEY_WARNING_DAYS * DAY_MS;
}

/** The choices of how long a key works, from the shortest. */
export const KEY_LIVES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
];

/** The end of a key in a request; a choice without days leaves it out. */
export function endBody(days: string, now = Date.now()): { expires_at?: string } {
  const n = Number(days);
  return n > 0 ? { expires_at: new Date(now + n * DAY_MS).toISOString() } : {};
}
