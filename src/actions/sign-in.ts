// Signing in and out. Passwords are checked by the door, outside of any transaction; what it found is held against the
// person again when the session is opened.
import { notFound } from "../domain/fault.ts";
import {
  FAILURES_PER_ADDRESS,
  FAILURES_PER_EMAIL,
  isSessionAlive,
  SEEN_EVERY_MS,
  SESSION_IDLE_MS,
  SESSION_LIFE_MS,
  sessionId,
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
  listSessionsOf,
  touchSession as touch,
} from "../storage/sessions.ts";
import { record } from "./record.ts";
import { recordFailure, type SignInFor } from "./record-sign-in.ts";
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
export async function admitSignIn(unit: Unit, tried: Tried & SignInFor): Promise<Ticket | { retryAfter: number }> {
  const admitted = await admit(unit, tried);
  if ("retryAfter" in admitted) await recordFailure(unit, "sign_in.throttled", tried);
  return admitted;
}

/** Notes that the password was wrong, or that there is nobody of that e-mail address. */
export async function failSignIn(unit: Unit, failed: SignInFor): Promise<void> {
  await recordFailure(unit, "sign_in.failed", failed);
}

async function admit({ tx, now }: Unit, { email, address }: Tried): Promise<Ticket | { retryAfter: number }> {
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
  /** The browser it is done with, in short. */
  agent?: string | null;
}

/** Throws `unauthorized` if the person was removed meanwhile, or has another password. */
export async function openSession(unit: Unit, input: OpenSession): Promise<NewSession> {
  const person = await findPersonLocked(unit.tx, input.personId);
  if (person === undefined || person.passwordHash !== input.passwordHash) throw wrongSignIn();
  giveBack(unit, input.ticket);
  if (input.replaces !== null) deleteSession(unit.tx, input.replaces);
  const session = startSession(unit, person, input.agent ?? null);
  const by = { ...unit.by, kind: "person", id: person.id, name: person.name } as const;
  record(unit, person.workspaceId, "sign_in.succeeded", { by });
  return session;
}

export function startSession({ tx, now }: Unit, person: Person, agent: string | null): NewSession {
  const token = newLongToken();
  const expiresAt = now + SESSION_LIFE_MS;
  const session = { hash: tokenHash(token), personId: person.id, createdAt: now, lastSeenAt: now, expiresAt, agent };
  insertSession(tx, session);
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
export async function endSessions(unit: Unit, { personId }: { personId: string }): Promise<void> {
  const person = await findPersonLocked(unit.tx, personId);
  deleteSessionsOf(unit.tx, personId, null);
  if (person !== undefined) record(unit, person.workspaceId, "person.signed_out_everywhere", {});
}

/** The same for one of a person's sessions, by the id it is listed under. Throws `not_found`. */
export async function endListedSession(unit: Unit, input: { personId: string; id: string }): Promise<void> {
  const person = await findPersonLocked(unit.tx, input.personId);
  const sessions = await listSessionsOf(unit.tx, input.personId);
  const session = sessions.find((one) => sessionId(one.hash) === input.id);
  if (person === undefined || session === undefined || !isSessionAlive(session, unit.now)) throw notFound("session");
  deleteSession(unit.tx, session.hash);
  record(unit, person.workspaceId, "person.session_ended", { details: { agent: session.agent } });
}

/** Forgets what nobody can use any more: ended sessions, old invitations, counts of failures. */
export async function forgetSessions({ tx, now }: Unit, _input: null): Promise<void> {
  dropEndedSessions(tx, now, now - SESSION_IDLE_MS);
  dropOldInvitations(tx, now - KEEP_INVITATIONS_MS);
  dropSignInCountsBefore(tx, now - DAY_MS);
}
