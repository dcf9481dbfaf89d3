// Second factors: what people show beside their password. Every one of them counts upwards, and what it has shown once counts no more.

import { MINUTE_MS } from "../../lib/clock.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import { randomText } from "../../lib/ids.ts";
import { Fault } from "../fault.ts";
import { CONFIRMED_MINUTES, RECOVERY_CODES } from "../limits.ts";

export const FACTOR_KINDS = ["passkey", "totp"] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** What somebody whose password was right may go on with. */
export type SignInNeed = FactorKind | "recovery";

/** Whether a workspace demands a second factor of its people. */
export const FACTOR_DEMANDS = ["optional", "required"] as const;
export type FactorDemand = (typeof FACTOR_DEMANDS)[number];

/** The ways in which somebody can pass their second factor, the easiest first; empty without one. */
export function needsOf(kinds: readonly FactorKind[], codesLeft: number): SignInNeed[] {
  const has = FACTOR_KINDS.filter((kind) => kinds.includes(kind));
  return has.length > 0 && codesLeft > 0 ? [...has, "recovery"] : has;
}

/**
 * Whether a factor was used after it was used before. The counter is the step of a TOTP code, or how often a passkey has signed. Many passkeys
 * don't count, and say 0 each time; one that has counted before and does not go on is a copy.
 */
export function isNewUse(kind: FactorKind, before: number, counter: number): boolean {
  return counter > before || (kind === "passkey" && before === 0 && counter === 0);
}

/** Recovery codes for one person: 120 random bits each, in six groups. Older codes of 80 bits still work. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => randomText(24).replace(/(.{4})(?=.)/g, "$1-"));
}

/** The hash that is stored of a recovery code. Capitals, spaces, hyphens and letters that look like digits make no difference. */
export function recoveryHash(personId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return sha256(`recovery ${personId} ${plain}`);
}

/** Whether somebody has shown a moment ago that it is still they who sit there. */
export function isConfirmed(confirmedAt: number, now: number): boolean {
  return now - confirmedAt < CONFIRMED_MINUTES * MINUTE_MS;
}

/** `what` is what asks for it. Throws `confirmation_needed`. */
export function requireConfirmed(confirmedAt: number, now: number, what = "Changing what you sign in with"): void {
  if (isConfirmed(confirmedAt, now)) return;
  throw new Fault(
    "confirmation_needed",
    `${what} asks for your password or a second factor again, if neither was given in the last ${CONFIRMED_MINUTES} minutes.`,
  );
}

/** The one answer to a second factor that does not sign in. */
export function wrongFactor(): Fault {
  return new Fault("unauthorized", "This is wrong, or was used before. Try again with a new code.");
}

/** The answer to a second factor of somebody whose password was not given, or too long ago. */
export function noHalfSession(): Fault {
  return new Fault("unauthorized", "This sign-in has ended: begin again with your password.");
}

export function factorNeeded(): Fault {
  return new Fault("second_factor_needed", "This workspace demands a second factor: set one up first.");
}
