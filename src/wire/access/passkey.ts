// Passkeys as they cross the boundary: what the browser is to ask for, and what it brings back. Bytes are in base 64 for URLs.
import * as z from "zod";
import { HALF_SESSION_MINUTES } from "../../domain/limits.ts";
import type { Passkey, PasskeySite } from "../../lib/crypto/passkeys.ts";
import { listOf } from "../../lib/schema/fields.ts";
import type { SecondFactor } from "../../storage/access/second-factors.ts";

const bytes = z.string().max(20_000);

export const MadePasskeyBody = z.strictObject({
  id: bytes,
  clientDataJSON: bytes,
  attestationObject: bytes,
  transports: listOf(z.string().max(50), 20),
});

export const SignedByPasskeyBody = z.strictObject({
  id: bytes,
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
});

const known = z.array(z.strictObject({ id: z.string(), transports: z.array(z.string()) }));

/** The request for a new passkey as `navigator.credentials` takes it, with texts in place of bytes. */
export const NewPasskeySchema = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  algorithms: z.array(z.number().int()),
  timeout: z.number().int(),
  known,
});

export const UsePasskeySchema = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  known,
});

/** Ed25519, ECDSA on P-256, RSA: what every passkey has one of. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT = HALF_SESSION_MINUTES * 60_000;

export function presentNewPasskey(
  { host }: PasskeySite,
  challenge: string,
  owner: { personId: string; name: string; email: string },
  factors: readonly SecondFactor[],
): string {
  const shown: z.infer<typeof NewPasskeySchema> = {
    challenge,
    rp: { id: host, name: "Retest" },
    user: { id: Buffer.from(owner.personId).toString("base64url"), name: owner.email, displayName: owner.name },
    algorithms: ALGORITHMS,
    timeout: TIMEOUT,
    known: knownOf(factors),
  };
  return JSON.stringify(shown);
}

export function presentUsePasskey({ host }: PasskeySite, challenge: string, factors: readonly SecondFactor[]): string {
  const shown = { challenge, rpId: host, timeout: TIMEOUT, known: knownOf(factors) };
  return JSON.stringify(shown satisfies z.infer<typeof UsePasskeySchema>);
}

/** The passkey that a factor is; null for another kind. */
export function passkeyOf({ credential }: SecondFactor): Passkey | null {
  return credential === null ? null : JSON.parse(credential);
}

function knownOf(factors: readonly SecondFactor[]): z.infer<typeof known> {
  return factors.flatMap((factor) => {
    const passkey = passkeyOf(factor);
    return passkey === null ? [] : { id: passkey.id, transports: passkey.transports };
  });
}
