// The numbers of connections with other tools: the bytes of their messages, pauses between attempts, and the failures after which a connection is paused.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";

const MEGABYTE = 1_048_576;

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

/** Bytes of one message of a tool: more than the tool is known to send. */
export const MAX_TOOL_MESSAGE_BYTES = {
  slack: MEGABYTE,
  teams: MEGABYTE / 2,
  sentry: 2 * MEGABYTE,
  "sentry-sdk": 2 * MEGABYTE,
  github: MEGABYTE,
  gitlab: 2 * MEGABYTE,
  gitea: 2 * MEGABYTE,
  jira: 2 * MEGABYTE,
  linear: MEGABYTE,
};
