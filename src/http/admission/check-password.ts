// Checks a password: counted first, so that guessing ends soon; and in the same time whether or not there is such a person.
import type { SignInFor } from "../../actions/access/record-failed-sign-in.ts";
import {
  admitSignIn,
  failSignIn,
  findFullScope,
  type SignInAttempt,
  type SignInScopes,
} from "../../actions/access/sign-in.ts";
import { Fault } from "../../domain/fault.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { verifyPassword } from "../../lib/crypto/password-hash.ts";
import { tokenHash } from "../../lib/crypto/token.ts";
import { windowAt } from "../../lib/time-window.ts";
import { findPersonByEmail, type Person } from "../../storage/access/people.ts";
import { signInScope } from "../../storage/workspace/counters.ts";
import { signedOutAuthor } from "../pipeline/audit-author.ts";
import type { Call } from "../pipeline/route.ts";
import { clientAddress, isUnlistedProxy, shownAddress } from "../transport/client-address.ts";
import { knownBrowser } from "./known-browser.ts";

export interface Checked {
  /** Whose password it is; undefined if it is nobody's of that e-mail address. */
  person: (Person & { passwordHash: string }) | undefined;
  attempt: SignInAttempt;
}

type Asked = Pick<Call, "services" | "request" | "origin">;

/** Throws `rate_limited`. */
export async function checkPassword(
  call: Asked,
  purpose: NonNullable<SignInFor["purpose"]>,
  email: string,
  password: string,
): Promise<Checked> {
  const { performer, reader, clock, refusedSignIns, onFailedPassword } = call.services;
  const person = await findPersonByEmail(reader, email);
  const signIn = { workspaceId: person?.workspaceId ?? null, purpose };
  const by = signedOutAuthor(person, call.origin());
  const tried = scopesOf(call, email, person);
  const { start: minute, secondsLeft } = windowAt(clock(), MINUTE_MS);
  const full = await findFullScope(reader, tried, minute);
  const attempt = full === undefined ? await performer.perform(admitSignIn, tried) : null;
  if (attempt === null) {
    await refusedSignIns.add(full ?? tried.pair, minute, signIn, by);
    if (purpose !== "sign_in") onFailedPassword("too_many", by);
    throw tooMany(secondsLeft);
  }
  const isRight = await verifyPassword(person?.passwordHash ?? null, password);
  if (!isRight) {
    await performer.perform(failSignIn, signIn, by);
    // Of a sign-in the refusal itself says so.
    if (purpose !== "sign_in") onFailedPassword(purpose, by);
  }
  return { person: isRight ? (person as Checked["person"]) : undefined, attempt };
}

function scopesOf({ services, request }: Asked, email: string, person: Person | undefined): SignInScopes {
  if (isUnlistedProxy(request, services.trustedProxies)) {
    services.onUnlistedProxy(shownAddress(request, services.trustedProxies) ?? "unknown");
  }
  const known = knownBrowser(services, request, person?.id);
  const network = clientAddress(request, services.trustedProxies);
  return {
    pair: signInScope("pair", tokenHash(`${email} ${known ?? network}`)),
    email: signInScope("email", tokenHash(email)),
    network: known === undefined ? signInScope("network", tokenHash(network)) : null,
  };
}

function tooMany(seconds: number): Fault {
  const message = `Too many sign-ins that failed: wait ${seconds} s and try again.`;
  return new Fault("rate_limited", message, undefined, seconds);
}
