// Signing in and out. Passwords are checked by the route, outside of any transaction; what it found is compared with the
// person again when the session is opened.

import type { Voucher } from "../../domain/access/identity.ts";
import { needsOf, type SignInNeed } from "../../domain/access/second-factor.ts";
import {
  failuresAllowed,
  type OpenAccount,
  SEEN_EVERY_MS,
  staysBeside,
  wrongSignIn,
} from "../../domain/access/sign-in-rules.ts";
import {
  FAILURES_PER_NETWORK,
  HALF_SESSION_MINUTES,
  SESSION_LIFE_MS,
  WRONG_CODES_AN_HOUR,
} from "../../domain/limits.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";
import { newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { windowAt } from "../../lib/time-window.ts";
import { insertHalfSession } from "../../storage/access/half-sessions.ts";
import { findPersonLocked, type Person } from "../../storage/access/people.ts";
import { countCodesLeft, listFactors } from "../../storage/access/second-factors.ts";
import { deleteSession, insertSession, markSessionSeen } from "../../storage/access/sessions.ts";
import type { Reads, Tx } from "../../storage/database/database.ts";
import { claimCount, countOne, findCount, findCounts, releaseCount } from "../../storage/workspace/counters.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { countFailures, type RefusedSignIns, recordFailure, type SignInFor } from "./record-failed-sign-in.ts";

/** The counters of failures that a sign-in adds to. */
export interface SignInScopes {
  /** Counts an address together with the network, or with a browser that its owner signed in with. */
  pair: string;
  /** Counts an address, from wherever it is tried. */
  email: string;
  /** Counts a network; null in a known browser, whose owner must not wait because of others in the same network. */
  network: string | null;
  /** Counts codes tried for a person outside of their known browsers, for an hour; null for other tries. */
  codes: string | null;
}

/** A try that was let through, and counts as a failure until it is given back: where it is counted, and since when. */
export type SignInAttempt = { scope: string; period: number }[];

export interface NewSession {
  token: string;
  person: Person;
}

/** Somebody with a second factor, whose password was right: they have to show it next. */
export interface HalfSignedIn {
  /** The half session's token. */
  token: string;
  needs: SignInNeed[];
}

/** The scope that has had its failures of this minute, or hour; undefined if another try is let through. Costs no write. */
export async function findFullScope(db: Reads, tried: SignInScopes, now: number): Promise<string | undefined> {
  const { pair, email, network, codes } = tried;
  if (codes !== null && (await findCount(db, codes, windowAt(now, HOUR_MS).start)) >= WRONG_CODES_AN_HOUR) return codes;
  const scopes = network === null ? [pair, email] : [pair, email, network];
  const counts = await findCounts(db, scopes, windowAt(now, MINUTE_MS).start);
  const failures = (scope: string) => counts.get(scope) ?? 0;
  if (network !== null && failures(network) >= FAILURES_PER_NETWORK) return network;
  return failures(pair) >= failuresAllowed(failures(email), network === null) ? pair : undefined;
}

/**
 * Counts a try before the password is checked, so that many at once can't all pass. Null for one too many. Counts are taken, and given back, in
 * one order everywhere: else two tries could each hold what the other waits for.
 */
export const admitSignIn = defineAction({
  name: "admitSignIn",
  async run({ tx, now }: UnitOfWork, tried: SignInScopes): Promise<SignInAttempt | null> {
    const minute = windowAt(now, MINUTE_MS).start;
    const { pair, email, network, codes } = tried;
    const failures = (await countOne(tx, email, minute, Number.MAX_SAFE_INTEGER))! - 1;
    const counted = [{ scope: email, period: minute }];
    const claims = [
      { scope: pair, period: minute, limit: failuresAllowed(failures, network === null) },
      ...(network === null ? [] : [{ scope: network, period: minute, limit: FAILURES_PER_NETWORK }]),
      ...(codes === null ? [] : [{ scope: codes, period: windowAt(now, HOUR_MS).start, limit: WRONG_CODES_AN_HOUR }]),
    ];
    for (const { scope, period, limit } of claims) {
      if (!(await claimCount(tx, scope, period, limit))) {
        giveBack(tx, counted);
        return null;
      }
      counted.push({ scope, period });
    }
    return counted;
  },
});

/** Notes a sign-in that was refused before its password was looked at. */
export const refuseSignIn = defineAction({
  name: "refuseSignIn",
  async run(unit: UnitOfWork, refused: SignInFor): Promise<void> {
    await recordFailure(unit, "sign_in.throttled", refused);
  },
});

/** Counts many refused sign-ins of one minute, which aren't listed one by one. */
export const countRefusedSignIns = defineAction({
  name: "countRefusedSignIns",
  async run(unit: UnitOfWork, refused: RefusedSignIns): Promise<void> {
    await countFailures(unit, refused);
  },
});

/** Notes that the password was wrong, or that there is nobody of that e-mail address. */
export const failSignIn = defineAction({
  name: "failSignIn",
  async run(unit: UnitOfWork, failed: SignInFor): Promise<void> {
    await recordFailure(unit, "sign_in.failed", failed);
  },
});

/** Takes a counted failure back, because the password was right, whatever follows. */
export const passSignIn = defineAction({
  name: "passSignIn",
  async run({ tx }: UnitOfWork, attempt: SignInAttempt): Promise<void> {
    giveBack(tx, attempt);
  },
});

export function giveBack(tx: Tx, attempt: SignInAttempt): void {
  for (const { scope, period } of attempt) releaseCount(tx, scope, period);
}

/** A session that a browser has, by its hash, and whose it is. */
export interface BrowserSession extends OpenAccount {
  hash: string;
}

export interface OpenSession {
  personId: string;
  /** The hash that the password was found to belong to. */
  passwordHash: string;
  attempt: SignInAttempt;
  /** Sessions of the same browser: they end, unless they stay open beside the new one. */
  inBrowser: readonly BrowserSession[];
  /** The browser it is done with, in short. */
  agent?: string | null;
}

/**
 * Opens a session, or half a one if a second factor is needed. Throws `unauthorized` if the person was removed or has
 * another password meanwhile.
 */
export const openSession = defineAction({
  name: "openSession",
  async run(unit: UnitOfWork, input: OpenSession): Promise<NewSession | HalfSignedIn> {
    const { tx } = unit;
    const person = await findPersonLocked(tx, input.personId);
    if (person === undefined || person.passwordHash !== input.passwordHash) throw wrongSignIn();
    giveBack(tx, input.attempt);
    return signInOrAsk(unit, person, input);
  },
});

/** Opens a session, or half a one if a second factor is needed. The caller holds the person. */
export async function signInOrAsk(
  unit: UnitOfWork,
  person: Person,
  input: Pick<OpenSession, "inBrowser" | "agent">,
): Promise<NewSession | HalfSignedIn> {
  const { tx, now } = unit;
  const kinds = (await listFactors(tx, person.id)).map(({ kind }) => kind);
  if (kinds.length === 0) return signIn(unit, person, input);
  const token = newLongToken();
  const expiresAt = now + HALF_SESSION_MINUTES * MINUTE_MS;
  insertHalfSession(tx, { hash: tokenHash(token), personId: person.id, expiresAt });
  return { token, needs: needsOf(kinds, await countCodesLeft(tx, person.id)) };
}

/** Who vouches for the person, and the name that a proxy has for them; both null where the password was given. */
export interface Vouched {
  by: Voucher | null;
  for: string | null;
}

const BY_PASSWORD: Vouched = { by: null, for: null };

/** Opens a session for somebody who has shown all that is needed, and notes what they showed beside the password. */
export function signIn(
  unit: UnitOfWork,
  person: Person,
  { inBrowser, agent = null }: Pick<OpenSession, "inBrowser" | "agent">,
  factor?: SignInNeed,
): NewSession {
  endReplaced(unit.tx, inBrowser, person);
  const session = startSession(unit, person, agent);
  const by = { ...unit.by, kind: "person", id: person.id, name: person.name } as const;
  const details = factor === undefined ? {} : { second_factor: factor };
  record(unit, person.workspaceId, "sign_in.succeeded", { by, details });
  return session;
}

/** Ends those sessions of the browser that the opened one replaces. */
export function endReplaced(tx: Tx, inBrowser: readonly BrowserSession[], opened: OpenAccount): void {
  for (const one of inBrowser) if (!staysBeside(one, opened)) deleteSession(tx, one.hash);
}

export function startSession(
  { tx, now }: UnitOfWork,
  person: Person,
  agent: string | null,
  vouched: Vouched = BY_PASSWORD,
): NewSession {
  const token = newLongToken();
  const times = { createdAt: now, lastSeenAt: now, confirmedAt: now, expiresAt: now + SESSION_LIFE_MS };
  const on = { agent, vouchedBy: vouched.by, vouchedFor: vouched.for };
  insertSession(tx, { hash: tokenHash(token), personId: person.id, ...times, ...on });
  return { token, person };
}

/** Notes that a session is in use, once a minute at most, however many servers see it. */
export const touchSession = defineAction({
  name: "touchSession",
  async run({ tx, now }: UnitOfWork, { hash }: { hash: string }): Promise<void> {
    markSessionSeen(tx, hash, now, now - SEEN_EVERY_MS);
  },
});
