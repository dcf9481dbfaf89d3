// The ways to sign in, as they cross the boundary: which there are, and which a person has.
import * as z from "zod";
import { isoTime } from "../../lib/clock.ts";
import type { EmailLink } from "../../storage/access/email-links.ts";
import type { LinkedIdentity } from "../../storage/access/identities.ts";
import { timestamp } from "../fields.ts";

/** The ways to sign in. `sign_up`: anybody may make a workspace. `proxy` is the address that a proxy names for whoever asks. */
export const SignInWaysSchema = z.strictObject({
  password: z.boolean(),
  sign_up: z.boolean(),
  oidc: z.strictObject({ name: z.string() }).nullable(),
  proxy: z.strictObject({ email: z.string() }).nullable(),
});

/** The address that a link was asked for, until it is used. */
export const EmailLinkSchema = z.strictObject({ email: z.string(), expires_at: timestamp });

/** A person's own ways to sign in. */
export const OwnSignInSchema = z.strictObject({
  has_password: z.boolean(),
  email_confirmed: z.boolean(),
  email_link: EmailLinkSchema.nullable(),
  identities: z.array(z.strictObject({ issuer: z.string(), linked_at: timestamp })),
});

/** The issuer's page, where the browser continues. */
export const SentToIssuerSchema = z.strictObject({ location: z.string() });

export const ConnectBody = z.strictObject({ current_password: z.string() });

export function presentEmailLink({ email, expiresAt }: EmailLink): z.infer<typeof EmailLinkSchema> {
  return { email, expires_at: isoTime(expiresAt) };
}

export function presentOwnSignIn(
  { passwordHash, emailConfirmedAt }: { passwordHash: string | null; emailConfirmedAt: number | null },
  identities: readonly LinkedIdentity[],
  link: EmailLink | undefined,
): z.infer<typeof OwnSignInSchema> {
  return {
    has_password: passwordHash !== null,
    email_confirmed: emailConfirmedAt !== null,
    email_link: link === undefined ? null : presentEmailLink(link),
    identities: identities.map(({ issuer, createdAt }) => ({ issuer, linked_at: isoTime(createdAt) })),
  };
}
