// What stands behind the # of a link by which somebody makes a workspace: a token, and the address that it confirms, which the server does not keep.
import { tokenHash } from "../../lib/crypto/token.ts";

export interface SignUpLink {
  token: string;
  email: string;
}

export function writeSignUpLink({ token, email }: SignUpLink): string {
  return `${token}.${Buffer.from(email).toString("base64url")}`;
}

/** Undefined for what is none. Says nothing of whether it is right. */
export function readSignUpLink(text: string): SignUpLink | undefined {
  const [token, email, ...more] = text.split(".");
  if (token === undefined || email === undefined || more.length > 0) return undefined;
  return { token, email: Buffer.from(email, "base64url").toString() };
}

/** The hash that is stored in place of the address. */
export function signUpEmailHash(email: string): string {
  return tokenHash(`sign up ${email}`);
}
