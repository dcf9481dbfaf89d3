// When something that failed is sent to a connected tool again, and when a connection is paused.
import {
  EVENTS_FAILURES_BEFORE_PAUSE,
  EVENTS_LONGEST_RETRY_MS,
  FAILURES_BEFORE_PAUSE,
  FIRST_RETRY_MS,
  LONGEST_ASKED_RETRY_MS,
  LONGEST_RETRY_MS,
} from "../limits/connection-limits.ts";

/** How long a tool is tried: about an hour where people wait for it, about a day for programs. */
interface Patience {
  longestMs: number;
  failures: number;
}

export function patienceWith(receiver: "program" | "tool"): Patience {
  return receiver === "program"
    ? { longestMs: EVENTS_LONGEST_RETRY_MS, failures: EVENTS_FAILURES_BEFORE_PAUSE }
    : { longestMs: LONGEST_RETRY_MS, failures: FAILURES_BEFORE_PAUSE };
}

/** The pause after so many failures in a row: twice as long each time, and never shorter than the tool asked for. */
export function waitAfter(failures: number, askedMs: number | null, { longestMs }: Patience): number {
  const own = Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), longestMs);
  return Math.max(own, waitAsked(askedMs));
}

/** How long to wait when a tool asks us to: no longer than the longest pause. */
export function waitAsked(askedMs: number | null): number {
  return Math.min(askedMs ?? 0, LONGEST_ASKED_RETRY_MS);
}
