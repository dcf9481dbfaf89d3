// The secret of an authenticator app: kept encrypted, and on its way from the first step of setting it up to the second.

import { MINUTE_MS } from "../../lib/clock.ts";
import type { Cipher } from "../../lib/crypto/cipher.ts";
import { CONFIRMED_MINUTES } from "../limits.ts";
import { sealedContext } from "../workspace/sealed-values.ts";

export function sealTotpSecret(cipher: Cipher, factorId: string, secret: string): string {
  return cipher.encrypt(sealedContext("second_factor", factorId, "secret"), secret);
}

export function openTotpSecret(cipher: Cipher, factorId: string, secret: string): string {
  return cipher.decrypt(sealedContext("second_factor", factorId, "secret"), secret);
}

/** The factor that is being set up: its id is chosen at the beginning, so that one secret never becomes two factors. */
export interface TotpSetup {
  id: string;
  secret: string;
}

/** Nothing is stored before the first code is right: the page sends back the sealed secret that it was given. */
export function packTotpSetup(cipher: Cipher, personId: string, { id, secret }: TotpSetup, now: number): string {
  const until = now + CONFIRMED_MINUTES * MINUTE_MS;
  return cipher.encrypt(setupContext(personId), JSON.stringify({ id, secret, until }));
}

/** Undefined for what was made for somebody else, is too old, or was made up. */
export function unpackTotpSetup(cipher: Cipher, personId: string, setup: string, now: number): TotpSetup | undefined {
  try {
    const { id, secret, until } = JSON.parse(cipher.decrypt(setupContext(personId), setup));
    // A server of the version before knew no id.
    return until > now && id !== undefined ? { id, secret } : undefined;
  } catch {
    return undefined;
  }
}

function setupContext(personId: string): string {
  return `totp setup/${personId}`;
}
