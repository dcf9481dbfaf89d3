// When something that failed is sent to a connected tool again, and when a connection is given a rest.
import { FIRST_RETRY_MS, LONGEST_ASKED_RETRY_MS, LONGEST_RETRY_MS } from "../limits.ts";

/** How long to wait after so many failures in a row: twice as long each time; never shorter than the tool asked for. */
export function waitAfter(failures: number, askedMs: number | null): number {
  const own = Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), LONGEST_RETRY_MS);
  return Math.max(own, waitAsked(askedMs));
}

/** How long a tool may keep us waiting. */
export function waitAsked(askedMs: number | null): number {
  return Math.min(askedMs ?? 0, LONGEST_ASKED_RETRY_MS);
}
