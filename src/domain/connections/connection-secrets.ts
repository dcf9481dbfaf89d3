// What is secret about a connection: the token in its URL and its credentials. Each is kept encrypted and bound to its
// connection, so that a row copied to another is of no use there.
import type { Cipher } from "../../lib/crypto/cipher.ts";
import { newConnectionToken, tokenHash } from "../../lib/crypto/token.ts";
import { sealedContext } from "../workspace/sealed-values.ts";
import { type Credentials, TOOL_PATH } from "./connection.ts";

export function makeConnectionToken(cipher: Cipher, id: string): { tokenHash: string; token: string } {
  const token = newConnectionToken();
  return { tokenHash: tokenHash(token), token: cipher.encrypt(sealedContext("connection", id, "token"), token) };
}

/** The token of a connection, decrypted. */
export function openConnectionToken(cipher: Cipher, row: { id: string; token: string }): string {
  return cipher.decrypt(sealedContext("connection", row.id, "token"), row.token);
}

/** The private URL at which a tool reaches the app. */
export function connectionUrl(baseUrl: string, tool: string, token: string): string {
  return `${baseUrl}${TOOL_PATH}/${tool}/${token}`;
}

/** Each credential encrypted by itself, under its name. */
export function sealCredentials(cipher: Cipher, id: string, credentials: Credentials): Credentials {
  const sealed = Object.entries(credentials).map(([name, value]) => [
    name,
    cipher.encrypt(sealedContext("connection", id, name), value),
  ]);
  return Object.fromEntries(sealed) as Credentials;
}

export function openCredentials(cipher: Cipher, id: string, sealed: string): Credentials {
  const entries = Object.entries(JSON.parse(sealed) as Credentials);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, cipher.decrypt(sealedContext("connection", id, name), value)]),
  );
}

/** One credential, decrypted; undefined if it wasn't entered. */
export function openCredential(cipher: Cipher, id: string, sealed: string, name: string): string | undefined {
  const value = (JSON.parse(sealed) as Credentials)[name];
  return value === undefined ? undefined : cipher.decrypt(sealedContext("connection", id, name), value);
}
