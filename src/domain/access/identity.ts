// Who somebody is by the word of an issuer, or of a proxy in front of the server: an identity, which is an issuer and a subject there. Whom it
// signs in, whom it is linked to, and whom it lets in. An e-mail address links nothing unless both sides of it are known to be right.
import { MINUTE_MS } from "../../lib/clock.ts";
import type { Role } from "./grant.ts";

export interface Identity {
  issuer: string;
  /** Stays the same for one person at the issuer, whatever they are called. */
  subject: string;
}

/** What an issuer says about the holder of an identity. */
export interface Claims extends Identity {
  email: string | null;
  /** Whether the issuer says that the address is really theirs. */
  isVerified: boolean;
}

/** The issuer of what a trusted proxy says: no address of a real one is spelled like it. */
export const PROXY_ISSUER = "proxy";

/** Who has vouched for the person that a session is of; nobody where a password was given. */
export type Voucher = "oidc" | "proxy";

const ASK = "Ask an admin of this workspace";

/** Why an identity signs nobody in, as it is said to whoever comes by it. */
const IDENTITY_REFUSALS = {
  email_linked: `The account with your e-mail address is connected to somebody else where you signed in. ${ASK} to disconnect it.`,
  email_missing: `No e-mail address that can be used here came with your sign-in, and you have no account here yet. ${ASK}, or whoever runs the sign-in.`,
  email_unconfirmed:
    "There is an account with your e-mail address, but nobody has confirmed that the address is its owner's. Sign in with its password and connect it under Account.",
  email_unverified:
    "Your e-mail address is not verified where you signed in, so it can't be used to find your account or an invitation. Verify it there, or ask whoever runs the sign-in.",
  identity_taken: "You signed in as somebody who has another account here. Nothing was connected.",
  invitation_over: `The invitation is not valid any more: it was used, withdrawn, or has expired. ${ASK} for a new one.`,
  not_invited: `You signed in, but nobody has invited you to this workspace. ${ASK} for an invitation.`,
  other_email: "The invitation is for another e-mail address than the one you signed in with.",
  person_linked: "Your account is connected to somebody else already. An admin can disconnect it.",
  removed: `Your account was removed. ${ASK} for a new invitation.`,
} as const;
export type IdentityRefusal = keyof typeof IDENTITY_REFUSALS;

/** Why somebody who was sent to the issuer comes back in vain. */
export const SIGN_IN_REFUSALS = {
  ...IDENTITY_REFUSALS,
  issuer_away: "The sign-in service can't be reached, or does not answer as it should. Try again in a moment.",
  issuer_refused: "The sign-in was cancelled, or the sign-in service has refused it.",
  not_believed:
    "What the sign-in service answered could not be verified. Try again; if it stays so, tell whoever runs this server.",
  expired: "This sign-in took too long, or was begun in another window. Try again.",
  used: "This sign-in was used already. Begin a new one.",
  session_over: "Your session has ended meanwhile, so nothing was changed. Sign in and try again.",
  not_you: "You signed in there as somebody other than who you are here. Nothing was changed.",
  not_again:
    "The sign-in service has not asked you to sign in again. Sign out there, or here, and sign in; then you can change it.",
} as const;

/** Texts for people of a proxy: they have no identity that could be connected. */
const PROXY_REFUSALS: Partial<Record<IdentityRefusal, string>> = {
  email_unconfirmed: `There is an account with your e-mail address, but nobody has confirmed that the address is its owner's. If it is yours, sign in with its password, where the page offers that; else ${ASK.toLowerCase()} to remove that account and to invite your address.`,
};

export function proxyRefusal(refused: IdentityRefusal): string {
  return PROXY_REFUSALS[refused] ?? IDENTITY_REFUSALS[refused];
}

export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

/** What the workspace knows of an identity and its address. */
export interface Known {
  /** The person to whom the identity is linked. */
  holder: { isRemoved: boolean } | null;
  /** The person who has the address now. */
  atAddress: { isConfirmed: boolean; isLinked: boolean } | null;
  /** Whether somebody who had the address was removed. */
  wasRemoved: boolean;
  /** The invitation that they came with, by its address; null for one that isn't valid. Undefined without one. */
  link: { email: string | null } | null | undefined;
  /** Whether an invitation names the address. */
  isInvited: boolean;
}

/**
 * `holder`: signs in as whoever the identity belongs to. `address`: is linked to the person who has the address. `link`, `invitation`: joins by
 * the link, or by the invitation that names the address. `role`: joins without one.
 */
export type Admittance = { by: "holder" | "address" | "link" | "invitation" | "role" } | { refused: IdentityRefusal };

/** `join` is the role with which people join who are not invited; null: nobody does. */
export function admitIdentity({ email, isVerified }: Claims, known: Known, join: Role | null): Admittance {
  const { holder, atAddress, link } = known;
  if (holder?.isRemoved === false) return { by: "holder" };
  if (link === null) return { refused: "invitation_over" };
  if (email === null) return { refused: "email_missing" };
  if (link !== undefined && link.email !== null && link.email !== email) return { refused: "other_email" };
  if (!isVerified) {
    // Whoever holds a link for anybody may name an address of their own, as with a password, but none that is somebody's or is waited for.
    const isFree = atAddress === null && !known.isInvited;
    return link?.email === null && isFree ? { by: "link" } : { refused: "email_unverified" };
  }
  if (atAddress !== null) {
    if (atAddress.isLinked) return { refused: "email_linked" };
    // People write their own address: whoever has written somebody else's must not be taken for them.
    return atAddress.isConfirmed ? { by: "address" } : { refused: "email_unconfirmed" };
  }
  if (link !== undefined) return { by: "link" };
  if (known.isInvited) return { by: "invitation" };
  if (holder !== null || known.wasRemoved) return { refused: "removed" };
  return join === null ? { refused: "not_invited" } : { by: "role" };
}

const GOOGLE = "https://accounts.google.com";

/** What an issuer is sent so that it asks again whoever is signed in there. Google refuses the word that all others know. */
export function askingAgain(issuer: string): Record<string, string> {
  return { prompt: issuer === GOOGLE ? "select_account" : "login", max_age: "0" };
}

/** How far an issuer's clock may be from ours. */
const ISSUER_CLOCK_MS = MINUTE_MS;

/** Whether somebody has signed in there since they were sent there. Not every issuer says when that was; those that don't are believed. */
export function hasSignedInSince(sentAt: number, authTime: unknown): boolean {
  return typeof authTime !== "number" || authTime * 1_000 >= sentAt - ISSUER_CLOCK_MS;
}

/** Where Microsoft answers as an issuer: there the address of a person counts only with a word that says who owns its domain. */
const MICROSOFT = /^https:\/\/login\.microsoftonline\.(?:com|us)\//;

/** Whether the issuer says, in so many words, that the address is verified. */
export function saysVerified(
  issuer: string,
  { email_verified: said, xms_edov: owned }: Record<string, unknown>,
): boolean {
  return said === true || (MICROSOFT.test(issuer) && (owned === true || owned === 1 || owned === "1"));
}
