// The rules of signing in: which sessions are alive, and how many failures are let through.
import { HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import { Fault } from "../fault.ts";
import { FAILURES_BEFORE_SLOW, FAILURES_PER_PAIR, SESSION_IDLE_MS } from "../limits.ts";

/** "Last seen" is kept to the minute: a write per request would cost more than it tells. */
export const SEEN_EVERY_MS = MINUTE_MS;

/**
 * How long a browser that signed in to several workspaces may switch between them without signing in again: a working
 * day.
 */
export const SIGN_IN_CHOICE_MS = 12 * HOUR_MS;

/** An account as a browser may have it open. */
export interface OpenAccount {
  email: string;
  workspaceId: string;
}

/** Whether an account stays open when another is opened in the browser: only those of one address do; else somebody else came. */
export function staysBeside(one: OpenAccount, opened: OpenAccount): boolean {
  return one.email === opened.email && one.workspaceId !== opened.workspaceId;
}

/** How many failures a minute of one e-mail address from one network are let through. */
export function failuresAllowed(everywhere: number, isKnownBrowser: boolean): number {
  return isKnownBrowser || everywhere < FAILURES_BEFORE_SLOW ? FAILURES_PER_PAIR : 1;
}

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

/** The answer to whoever has no session, or none any more. */
export function sessionOver(): Fault {
  return new Fault("unauthorized", "You are not signed in, or your session has ended: sign in.");
}

/** Answers a page that was loaded for a different person than the one now signed in. */
export function signedInAsAnother(): Fault {
  return new Fault(
    "unauthorized",
    "You are signed in to another workspace in this browser by now, or as somebody else: go back there, or load the page again.",
  );
}

/** The one answer to a sign-in that fails: it doesn't tell whether there is such a person. */
export function wrongSignIn(): Fault {
  return new Fault("unauthorized", "The e-mail address or the password is wrong.");
}
