// Passkeys (WebAuthn): checks what a browser brings back, for one origin and one challenge. That the user was verified by a fingerprint or a PIN
// is not asked for: a password stands before it.

/** The stored part of a passkey; nothing in it is secret. */
export interface Passkey {
  id: string;
  /** The key in base64url. */
  publicKey: string;
  transports: string[];
}

export interface PasskeySite {
  origin: string;
  /** What passkeys are bound to: the name of the host. */
  host: string;
}

/** A new passkey as the browser gives it, in base64url. */
export interface MadePasskey {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}

export interface SignedByPasskey {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

export function passkeySite(baseUrl: string): PasskeySite {
  const { origin, hostname } = new URL(baseUrl);
  return { origin, host: hostname };
}

/** A new passkey and how often it has signed; undefined for what was not made here, or for another challenge. */
export async function readNewPasskey(
  site: PasskeySite,
  challenge: string,
  made: MadePasskey,
): Promise<{ passkey: Passkey; counter: number } | undefined> {
  const { verifyRegistrationResponse } = await load();
  const { id, clientDataJSON, attestationObject, transports } = made;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(site, challenge),
      response: { ...bare(id), response: { clientDataJSON, attestationObject } },
    });
    if (registrationInfo === undefined) return undefined;
    const { credential } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString("base64url");
    return { passkey: { id: credential.id, publicKey, transports }, counter: credential.counter };
  } catch {
    return undefined;
  }
}

/** How often the passkey has signed by now; undefined if it did not sign this challenge here, or counts backwards. */
export async function readSigned(
  site: PasskeySite,
  challenge: string,
  { id, publicKey }: Passkey,
  counter: number,
  signed: SignedByPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const { clientDataJSON, authenticatorData, signature } = signed;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(site, challenge),
      response: { ...bare(signed.id), response: { clientDataJSON, authenticatorData, signature } },
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Loaded late: only people with a passkey need the library. */
function load() {
  return import("@simplewebauthn/server");
}

function expected({ origin, host }: PasskeySite, challenge: string) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: host, requireUserVerification: false };
}

function bare(id: string) {
  return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
}
