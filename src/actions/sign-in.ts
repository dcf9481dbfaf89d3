// Signing in and out. Passwords are checked by the door, outside of any transaction; what it found is held against the
// person again when the session is opened.
import {
  FAILURES_PER_ADDRESS,
  FAILURES_PER_EMAIL,
  SEEN_EVERY_MS,
  SESSION_IDLE_MS,
  SESSION_LIFE_MS,
  wrongSignIn,
} from "../domain/session.ts";
import { DAY_MS, MINUTE_MS, windowAt } from "../lib/clock.ts";
import { newLongToken, tokenHash } from "../lib/token.ts";
import { claimCount, dropSignInCountsBefore, findCount, releaseCount } from "../storage/counters.ts";
import { dropOldInvitations } from "../storage/invitations.ts";
import { findPersonLocked, type Person } from "../storage/people.ts";
import {
  deleteSession,
  deleteSessionsOf,
  dropEndedSessions,
  insertSession,
  touchSession as touch,
} from "../storage/sessions.ts";
import type { Unit } from "./unit.ts";

/** Whose failures a try counts among: scopes of counters. */
export interface Tried {
  email: string;
  address: string;
}

/** A try that was let through, and counts as a failure until it is given back. */
export interface Ticket extends Tried {
  minute: number;
}

export interface NewSession {
  token: string;
  person: Person;
}

const KEEP_INVITATIONS_MS = 30 * DAY_MS;

/** Counted before the password is looked at: so many that are tried at once can't all pass. Else says how long to wait. */
export async function admitSignIn({ tx, now }: Unit, tried: Tried): Promise<Ticket | { retryAfter: number }> {
  const { email, address } = tried;
  const { start: minute, secondsLeft: retryAfter } = windowAt(now, MINUTE_MS);
  if ((await findCount(tx, address, minute)) >= FAILURES_PER_ADDRESS) return { retryAfter };
  if (!(await claimCount(tx, email, minute, FAILURES_PER_EMAIL))) return { retryAfter };
  if (await claimCount(tx, address, minute, FAILURES_PER_ADDRESS)) return { email, address, minute };
  releaseCount(tx, email, minute);
  return { retryAfter };
}

/** It was no failure after all. */
export function giveBack({ tx }: Unit, { email, address, minute }: Ticket): void {
  releaseCount(tx, email, minute);
  releaseCount(tx, address, minute);
}

export interface OpenSession {
  personId: string;
  /** The hash that the password was found to belong to. */
  passwordHash: string;
  ticket: Ticket;
  /** The hash of the session that was open in the same browser, which ends. */
  replaces: string | null;
}

/** Throws `unauthorized` if the person was removed meanwhile, or has another password. */
export async function openSession(unit: Unit, input: OpenSession): Promise<NewSession> {
  const person = await findPersonLocked(unit.tx, input.personId);
  if (person === undefined || person.passwordHash !== input.passwordHash) throw wrongSignIn();
  giveBack(unit, input.ticket);
  if (input.replaces !== null) deleteSession(unit.tx, input.replaces);
  return startSession(unit, person);
}

export function startSession({ tx, now }: Unit, person: Person): NewSession {
  const token = newLongToken();
  const expiresAt = now + SESSION_LIFE_MS;
  insertSession(tx, { hash: tokenHash(token), personId: person.id, createdAt: now, lastSeenAt: now, expiresAt });
  return { token, person };
}

/** Notes that a session is in use, once a minute at most, however many servers see it. */
export async function touchSession({ tx, now }: Unit, { hash }: { hash: string }): Promise<void> {
  touch(tx, hash, now, now - SEEN_EVERY_MS);
}

/** From the moment this is answered, the session is dead on every server. */
export async function endSession({ tx }: Unit, { hash }: { hash: string }): Promise<void> {
  deleteSession(tx, hash);
}

/** The same for every session of a person. */
export async function endSessions({ tx }: Unit, { personId }: { personId: string }): Promise<void> {
  deleteSessionsOf(tx, personId, null);
}

/** Forgets what nobody can use any more: ended sessions, old invitations, counts of failures. */
export async function forgetSessions({ tx, now }: Unit, _input: null): Promise<void> {
  dropEndedSessions(tx, now, now - SESSION_IDLE_MS);
  dropOldInvitations(tx, now - KEEP_INVITATIONS_MS);
  dropSignInCountsBefore(tx, now - DAY_MS);
}
