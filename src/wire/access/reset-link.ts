// Links to set a new password, as they cross the boundary. The link is in an answer only when it was just made.
import * as z from "zod";
import { signInEmail } from "../../domain/access/email-address.ts";
import { MAX_EMAIL } from "../../domain/limits.ts";
import { isoTime } from "../../lib/clock.ts";
import type { FoundResetLink } from "../../storage/access/reset-links.ts";
import { newPassword, timestamp } from "../fields.ts";

export const UseResetLinkBody = z.strictObject({ token: z.string(), password: newPassword });

/** The address of somebody who forgot their password; whatever is typed gets the same answer. */
export const AskForResetBody = z.strictObject({ email: z.string().max(MAX_EMAIL).transform(signInEmail) });

export const NewResetLinkSchema = z.strictObject({ link: z.string(), expires_at: timestamp });

/** The person whom a link is for, as its holder is shown them. */
export const ResetLinkSchema = z.strictObject({ name: z.string(), email: z.string(), expires_at: timestamp });

export function presentNewResetLink(link: string, expiresAt: number): string {
  return JSON.stringify({ link, expires_at: isoTime(expiresAt) } satisfies z.infer<typeof NewResetLinkSchema>);
}

export function presentResetLink({ name, email, expiresAt }: FoundResetLink): string {
  return JSON.stringify({ name, email, expires_at: isoTime(expiresAt) } satisfies z.infer<typeof ResetLinkSchema>);
}
