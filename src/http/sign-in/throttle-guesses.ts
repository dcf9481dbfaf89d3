// Counts what is tried to sign in with, before it is looked at: so guessing ends soon, whether it is a password or a code that is guessed.
import type { SignInFor } from "../../actions/access/record-failed-sign-in.ts";
import {
  admitSignIn,
  failSignIn,
  findFullScope,
  type SignInAttempt,
  type SignInScopes,
} from "../../actions/access/sign-in.ts";
import type { Voucher } from "../../domain/access/identity.ts";
import { Fault } from "../../domain/fault.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";
import { tokenHash } from "../../lib/crypto/token.ts";
import { windowAt } from "../../lib/time-window.ts";
import type { Person } from "../../storage/access/people.ts";
import { signInScope } from "../../storage/workspace/counters.ts";
import { knownBrowser } from "../admission/known-browser.ts";
import { signedOutAuthor } from "../pipeline/audit-author.ts";
import type { Call } from "../pipeline/route.ts";
import { clientAddress, isUnlistedProxy, shownAddress } from "../transport/client-address.ts";

export type SignInCall = Pick<Call, "services" | "request" | "origin">;

export interface Guess {
  purpose: Exclude<NonNullable<SignInFor["purpose"]>, Voucher>;
  email: string;
  /** The person with this e-mail address, if there is one. */
  person: Pick<Person, "id" | "name" | "workspaceId"> | undefined;
  /** Whether it is a code, short enough to be guessed by many who take turns. */
  isCode?: boolean;
}

/** Throws `rate_limited`. */
export async function throttleGuess(call: SignInCall, guess: Guess): Promise<SignInAttempt> {
  const { attempt, refused } = await admitGuess(call, guess);
  if (refused !== null) throw refused;
  return attempt;
}

type Admitted = { attempt: SignInAttempt; refused: null } | { attempt: null; refused: Fault };

/** Counts a guess before it is checked; a refusal is given back and not thrown, for callers that can go on without it. */
export async function admitGuess(call: SignInCall, guess: Guess): Promise<Admitted> {
  const { performer, reader, clock, refusedSignIns, onFailedPassword } = call.services;
  const scopes = scopesOf(call, guess);
  const now = clock();
  const full = await findFullScope(reader, scopes, now);
  const attempt = full === undefined ? await performer.perform(admitSignIn, scopes) : null;
  if (attempt !== null) return { attempt, refused: null };
  const { signIn, by } = namesOf(call, guess);
  const minute = windowAt(now, MINUTE_MS);
  await refusedSignIns.add(full ?? scopes.pair, minute.start, signIn, by);
  if (guess.purpose !== "sign_in") onFailedPassword("too_many", by);
  const isOverHour = full !== undefined && full === scopes.codes;
  return { attempt: null, refused: tooMany(isOverHour ? windowAt(now, HOUR_MS).secondsLeft : minute.secondsLeft) };
}

/** Whether the failure counts for the network, and not for the address. */
export function isOfNetwork({ scope }: SignInAttempt[number]): boolean {
  return scope.startsWith(signInScope("network", ""));
}

/** Notes that a guess was wrong. */
export async function noteWrongGuess(call: SignInCall, guess: Guess): Promise<void> {
  const { performer, onFailedPassword } = call.services;
  const { signIn, by } = namesOf(call, guess);
  await performer.perform(failSignIn, signIn, by);
  // A wrong password at sign-in is told by the refusal itself.
  if (guess.purpose !== "sign_in") onFailedPassword(guess.purpose, by);
}

function namesOf(call: SignInCall, { person, purpose }: Guess) {
  const signIn = { workspaceId: person?.workspaceId ?? null, purpose };
  return { signIn, by: signedOutAuthor(person, call.origin()) };
}

function scopesOf({ services, request }: SignInCall, { email, person, isCode = false }: Guess): SignInScopes {
  if (isUnlistedProxy(request, services.trustedProxies)) {
    services.onUnlistedProxy(shownAddress(request, services.trustedProxies) ?? "unknown");
  }
  const known = knownBrowser(services, request, person?.id);
  const network = clientAddress(request, services.trustedProxies);
  return {
    pair: signInScope("pair", tokenHash(`${email} ${known ?? network}`)),
    email: signInScope("email", tokenHash(email)),
    network: known === undefined ? signInScope("network", tokenHash(network)) : null,
    codes: isCode && known === undefined && person !== undefined ? signInScope("codes", person.id) : null,
  };
}

function tooMany(seconds: number): Fault {
  const message = `Too many sign-ins that failed: wait ${seconds} s and try again.`;
  return new Fault("rate_limited", message, undefined, seconds);
}
