// When something that failed is sent to a connected tool again, and when a connection is given a rest.

const SECOND = 1_000;
const FIRST_WAIT_MS = 5 * SECOND;
const LONGEST_WAIT_MS = 15 * 60 * SECOND;
/** However long a tool asks us to wait. */
const LONGEST_ASKED_MS = 60 * 60 * SECOND;
/** Attempts that failed one after the other before a connection is paused: about an hour of trying. */
export const PAUSED_AFTER = 10;

/** How long to wait after so many failures in a row: twice as long each time; never shorter than the tool asked for. */
export function waitAfter(failures: number, askedMs: number | null): number {
  const own = Math.min(FIRST_WAIT_MS * 2 ** Math.max(failures - 1, 0), LONGEST_WAIT_MS);
  return Math.max(own, waitAsked(askedMs));
}

/** How long a tool may keep us waiting. */
export function waitAsked(askedMs: number | null): number {
  return Math.min(askedMs ?? 0, LONGEST_ASKED_MS);
}
