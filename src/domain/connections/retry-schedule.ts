// When something that failed is sent to a connected tool again, and when a connection is given a rest.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";
import type { Tool } from "./connection.ts";

/** How long to wait before something that failed is sent again: twice as long each time, up to a longest. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 15 * MINUTE_MS;
/** The longest wait that a tool may ask for. */
const LONGEST_ASKED_RETRY_MS = HOUR_MS;
/** Attempts that failed one after the other before a connection is paused: about an hour of trying. */
const FAILURES_BEFORE_PAUSE = 10;
/** The same of programs that receive events, with longer pauses: about a day of trying. */
const EVENTS_LONGEST_RETRY_MS = 3 * HOUR_MS;
const EVENTS_FAILURES_BEFORE_PAUSE = 20;
/** How long the secret before still signs events, after it was replaced. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** How long a tool is tried: for about an hour where people wait for it, for about a day where a program is told of events. */
interface Patience {
  longestMs: number;
  failures: number;
}

export function patienceWith(tool: Tool): Patience {
  return tool === "events"
    ? { longestMs: EVENTS_LONGEST_RETRY_MS, failures: EVENTS_FAILURES_BEFORE_PAUSE }
    : { longestMs: LONGEST_RETRY_MS, failures: FAILURES_BEFORE_PAUSE };
}

/** How long to wait after so many failures in a row: twice as long each time; never shorter than the tool asked for. */
export function waitAfter(failures: number, askedMs: number | null, { longestMs }: Patience): number {
  const own = Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), longestMs);
  return Math.max(own, waitAsked(askedMs));
}

/** How long a tool may keep us waiting. */
export function waitAsked(askedMs: number | null): number {
  return Math.min(askedMs ?? 0, LONGEST_ASKED_RETRY_MS);
}
