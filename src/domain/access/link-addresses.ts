// Where links lead that let somebody in: to join, to set a new password, to confirm an address, to make a workspace.
import { type SignUpLink, writeSignUpLink } from "./sign-up-link.ts";

/** Where whoever is invited begins. The token stands behind the `#`, so that it reaches no server's log. */
export function joinLink(baseUrl: string, token: string): string {
  return `${baseUrl}/join#${token}`;
}

/** Where somebody who forgot their password sets a new one. The token stands behind the `#`, as above. */
export function resetAddress(baseUrl: string, token: string): string {
  return `${baseUrl}/reset#${token}`;
}

/** Where somebody confirms that an e-mail address is theirs. The token stands behind the `#`, as above. */
export function confirmAddress(baseUrl: string, token: string): string {
  return `${baseUrl}/confirm-email#${token}`;
}

/** Where somebody makes a workspace of their own. The token stands behind the `#`, as above. */
export function signUpAddress(baseUrl: string, link: SignUpLink): string {
  return `${baseUrl}/sign-up#${writeSignUpLink(link)}`;
}
