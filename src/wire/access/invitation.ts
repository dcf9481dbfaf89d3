// Invitations as they cross the boundary. The link is in an answer only when it was just made.
import * as z from "zod";
import { MAX_SCOPED_APPS } from "../../domain/limits.ts";
import { isoTime } from "../../lib/clock.ts";
import { listOf, lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import type { ListedInvitation } from "../../storage/access/invitations.ts";
import { reachOf } from "../../storage/access/keys.ts";
import { newPassword, personEmail, role, timestamp } from "../fields.ts";
import { personName } from "./person-name.ts";

export const InviteBody = z.strictObject({
  role,
  apps: optional(listOf(lookupName, MAX_SCOPED_APPS, 1)),
  email: optional(personEmail),
});

export const AcceptInvitationBody = z.strictObject({
  token: z.string(),
  name: personName,
  email: optional(personEmail),
  password: newPassword,
});

export const LookBody = z.strictObject({ token: z.string() });

const fields = {
  id: z.string(),
  role,
  apps: z.array(z.string()).nullable(),
  email: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
};

export const InvitationSchema = z.strictObject(fields);
/** `mailed`: whether the link is also on its way to the e-mail address. */
export const NewInvitationSchema = z.strictObject({ ...fields, link: z.string(), mailed: z.boolean() });

/** What whoever holds the link is shown before they accept. */
export const OfferSchema = z.strictObject({
  role,
  apps: z.array(z.string()).nullable(),
  email: z.string().nullable(),
  invited_by: z.string().nullable(),
  /** Whether it is the link that a server without people shows when it starts. */
  first_admin: z.boolean(),
  expires_at: timestamp,
});

/** Presents an invitation to its holder; `apps` are names. */
export function presentOffer(
  { role, email, inviter, firstAdmin, expiresAt }: ListedInvitation,
  apps: string[] | null,
): z.infer<typeof OfferSchema> {
  return { role, apps, email, invited_by: inviter, first_admin: firstAdmin === 1, expires_at: isoTime(expiresAt) };
}

export function presentInvitation(invitation: ListedInvitation): z.infer<typeof InvitationSchema> {
  const { id, role, email, inviter, createdAt, expiresAt } = invitation;
  return {
    id,
    role,
    apps: reachOf(invitation).apps as string[] | null,
    email,
    created_by: inviter,
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
  };
}

export function presentNewInvitation(
  invitation: ListedInvitation,
  link: string,
  mailed: boolean,
): z.infer<typeof NewInvitationSchema> {
  return { ...presentInvitation(invitation), link, mailed };
}
