// Where links lead that let somebody in: to join, to set a new password, to confirm an address, to make a workspace.
import { type SignUpLink, writeSignUpLink } from "./sign-up-link.ts";

/** The address where an invited person begins. The token is behind the `#`, so that no server logs it. */
export function joinLink(baseUrl: string, token: string): string {
  return `${baseUrl}/join#${token}`;
}

/** The address where somebody sets a new password. The token is behind the `#`, so that no server logs it. */
export function resetAddress(baseUrl: string, token: string): string {
  return `${baseUrl}/reset#${token}`;
}

/** The address where somebody confirms an e-mail address. The token is behind the `#`, so that no server logs it. */
export function confirmAddress(baseUrl: string, token: string): string {
  return `${baseUrl}/confirm-email#${token}`;
}

/** The address where somebody makes a workspace. The token is behind the `#`, so that no server logs it. */
export function signUpAddress(baseUrl: string, link: SignUpLink): string {
  return `${baseUrl}/sign-up#${writeSignUpLink(link)}`;
}
