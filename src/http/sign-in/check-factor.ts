// Checks what somebody shows as their second factor: counted first, as passwords are. That it counts once is seen to when it is used.
import { takeChallenge } from "../../actions/access/passkey-challenge.ts";
import type { ShownRight } from "../../actions/access/show-factor.ts";
import type { SignInAttempt } from "../../actions/access/sign-in.ts";
import { recoveryHash } from "../../domain/access/second-factor.ts";
import { openTotpSecret } from "../../domain/access/totp-secret.ts";
import { passkeySite, readSigned, type SignedByPasskey } from "../../lib/crypto/passkeys.ts";
import { findTotpStep } from "../../lib/crypto/totp.ts";
import { listFactors, type SecondFactor } from "../../storage/access/second-factors.ts";
import { passkeyOf } from "../../wire/access/passkey.ts";
import type { ShownFactor } from "../../wire/access/second-factor.ts";
import type { Services } from "../pipeline/services.ts";
import { type Guess, noteWrongGuess, type SignInCall, throttleGuess } from "./throttle-guesses.ts";

export interface FactorTry extends Guess {
  person: NonNullable<Guess["person"]>;
  /** The hash of the session or half session, which a passkey signs. */
  sessionHash: string;
}

/**
 * `use` is given what was found to be right, and says whether it was still so; null and false count as wrong. Gives undefined for what is wrong.
 * Throws `rate_limited`.
 */
export async function checkFactor<Used>(
  call: SignInCall,
  tried: FactorTry,
  given: ShownFactor,
  use: (shown: ShownRight, attempt: SignInAttempt) => Promise<Used | null | false>,
): Promise<Used | undefined> {
  const counted = { ...tried, isCode: given.passkey === undefined };
  const attempt = await throttleGuess(call, counted);
  const shown = await look(call.services, tried, given);
  const used = shown === undefined ? null : await use(shown, attempt);
  if (used !== null && used !== false) return used;
  await noteWrongGuess(call, counted);
  return undefined;
}

async function look(services: Services, tried: FactorTry, given: ShownFactor): Promise<ShownRight | undefined> {
  const { id } = tried.person;
  const { passkey, code, recovery_code: recovery } = given;
  if (recovery !== undefined) return { kind: "recovery", hash: recoveryHash(id, recovery) };
  const factors = await listFactors(services.reader, id);
  return passkey === undefined
    ? lookAtCode(services, factors, code!)
    : lookAtPasskey(services, factors, tried.sessionHash, passkey);
}

function lookAtCode({ cipher, clock }: Services, factors: SecondFactor[], code: string): ShownRight | undefined {
  for (const { id, kind, secret, counter } of factors) {
    if (kind !== "totp") continue;
    const step = findTotpStep(openTotpSecret(cipher, id, secret!), code, clock());
    // Two apps may show the same code by chance: one that was used is no reason to refuse the other.
    if (step !== undefined && step > counter) return { kind, factorId: id, counter: step };
  }
  return undefined;
}

async function lookAtPasskey(
  { performer, baseUrl }: Services,
  factors: SecondFactor[],
  sessionHash: string,
  signed: SignedByPasskey,
): Promise<ShownRight | undefined> {
  // Taken before it is looked at: each is answered once, rightly or wrongly.
  const challenge = await performer.perform(takeChallenge, { hash: sessionHash });
  const factor = factors.find(({ credentialId }) => credentialId === signed.id);
  if (challenge === null || factor === undefined) return undefined;
  const counter = await readSigned(passkeySite(baseUrl), challenge, passkeyOf(factor)!, factor.counter, signed);
  return counter === undefined ? undefined : { kind: "passkey", factorId: factor.id, counter };
}
