// Passkeys: what the server asks for is put before the browser, and what that brings back is put into text.
import type { z } from "zod";
import type {
  MadePasskeyBody,
  NewPasskeySchema,
  SignedByPasskeyBody,
  UsePasskeySchema,
} from "../../../src/wire/access/passkey.ts";
import { post } from "./client.ts";

type NewPasskey = z.infer<typeof NewPasskeySchema>;
type UsePasskey = z.infer<typeof UsePasskeySchema>;
export type MadePasskey = z.infer<typeof MadePasskeyBody>;
export type SignedByPasskey = z.infer<typeof SignedByPasskeyBody>;

/** Pages that did not come over https (or from this machine) have none. */
export function hasPasskeys(): boolean {
  return window.PublicKeyCredential !== undefined && navigator.credentials !== undefined;
}

/** Lets the browser make a passkey. Throws if the person gave up. */
export async function makePasskey(): Promise<MadePasskey> {
  const { challenge, rp, user, algorithms, timeout, known } = await post<NewPasskey>("/me/second-factors/passkey");
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(challenge),
    rp,
    user: { ...user, id: bytesOf(user.id) },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout,
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
    attestation: "none",
  };
  const made = await given(navigator.credentials.create({ publicKey }));
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  };
}

/** Lets the browser sign what the server asks for at `path`. Throws if the person gave up. */
export async function signByPasskey(path: string): Promise<SignedByPasskey> {
  const { challenge, rpId, timeout, known } = await post<UsePasskey>(path);
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytesOf(challenge),
    rpId,
    timeout,
    allowCredentials: known.map(described),
    userVerification: "preferred",
  };
  const signed = await given(navigator.credentials.get({ publicKey }));
  const response = signed.response as AuthenticatorAssertionResponse;
  return {
    id: signed.id,
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

/** Asks the browser for a passkey. Failures get a text of ours: those of browsers are written for programmers. */
async function given(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await asked.catch((error: unknown) => {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    throw new Error(isKnown ? "This passkey was added already." : "The browser brought no passkey. Try again.");
  });
  if (credential === null) throw new Error("The browser brought no passkey. Try again.");
  return credential as PublicKeyCredential;
}

function described({ id, transports }: UsePasskey["known"][number]): PublicKeyCredentialDescriptor {
  return { type: "public-key", id: bytesOf(id), transports: transports as AuthenticatorTransport[] };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
