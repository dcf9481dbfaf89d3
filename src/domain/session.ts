// Signing in: how long it lasts, how often it may be tried, and how long an invitation waits.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/clock.ts";
import { sha256 } from "../lib/sha256.ts";
import { Fault } from "./fault.ts";

export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFE_MS = 7 * DAY_MS;
export const INVITATION_LIFE_MS = 7 * DAY_MS;
/** "Last seen" is kept to the minute: a write per request would cost more than it tells. */
export const SEEN_EVERY_MS = MINUTE_MS;
/** Failures a minute, after which nothing more is tried until the minute turns. */
export const FAILURES_PER_EMAIL = 5;
export const FAILURES_PER_ADDRESS = 20;

export interface SessionTimes {
  lastSeenAt: number;
  expiresAt: number;
}

export function isSessionAlive({ lastSeenAt, expiresAt }: SessionTimes, now: number): boolean {
  return now < expiresAt && now - lastSeenAt < SESSION_IDLE_MS;
}

/** What a session is listed under: it can't be turned back into anything that opens one. */
export function sessionId(hash: string): string {
  return `ses_${sha256(`session ${hash}`).slice(0, 20)}`;
}

/** Where whoever is invited begins. The token stands behind the `#`, so that it reaches no server's log. */
export function joinLink(baseUrl: string, token: string): string {
  return `${baseUrl}/join#${token}`;
}

/** The one answer to a sign-in that fails: it doesn't tell whether there is such a person. */
export function wrongSignIn(): Fault {
  return new Fault("unauthorized", "This e-mail address and password don't belong together.");
}
