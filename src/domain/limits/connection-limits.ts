// The numbers of connections with other tools: pauses between attempts, and the failures after which a connection is paused.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";

/** What tools send of one thing is counted in these: each says in its intake how many, more than it is known to send. */
export const MEGABYTE = 1_048_576;

/** How long to wait before something that failed is sent again: twice as long each time, up to a longest. */
export const FIRST_RETRY_MS = 5_000;
export const LONGEST_RETRY_MS = 15 * MINUTE_MS;
/** The longest wait that a tool may ask for. */
export const LONGEST_ASKED_RETRY_MS = HOUR_MS;
/** For this long no other server tries what one has taken. If that server ends before, it is tried again afterwards. */
export const FORWARD_LEASE_MS = MINUTE_MS;
/** Attempts that failed one after the other before a connection is paused: about an hour of trying. */
export const FAILURES_BEFORE_PAUSE = 10;
/** The longest pause before a program that receives events is tried again: with it, tries go on for about a day. */
export const EVENTS_LONGEST_RETRY_MS = 3 * HOUR_MS;
export const EVENTS_FAILURES_BEFORE_PAUSE = 20;
/** How long the secret before still signs events, after it was replaced. */
export const SECRET_OVERLAP_MS = DAY_MS;
