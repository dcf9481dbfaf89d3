// Mails as admins see them: to whom, about what, and what came of it. What they said is nowhere kept.
import * as z from "zod";
import { INBOX_MAIL_CHOICES } from "../../domain/mail/inbox-mail-schedule.ts";
import { MAIL_KINDS, MAIL_STATES } from "../../domain/mail/mail.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import type { ListedMail } from "../../storage/mail/mails.ts";
import { timestamp } from "../fields.ts";

export const MailSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(MAIL_KINDS),
  /** The name and address of the person it is for, as far as they are still known. */
  name: z.string().nullable(),
  address: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.number().int(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  /** When it is tried next, while it waits. */
  due_at: timestamp.nullable(),
  outcome: z.string().nullable(),
});

/** Whether a server sends mails, as everybody may know. */
export const MailStateSchema = z.strictObject({ sends_mail: z.boolean() });

/** Which inbox mails a person gets. */
export const InboxMailSchema = z.strictObject({ choice: z.enum(INBOX_MAIL_CHOICES) });

export function presentMail(mail: ListedMail): z.infer<typeof MailSchema> {
  const { id, kind, name, address, state, attempts, createdAt, finishedAt, dueAt, outcome } = mail;
  return {
    id,
    kind,
    name,
    address,
    state,
    attempts,
    created_at: isoTime(createdAt),
    finished_at: isoTimeOrNull(finishedAt),
    due_at: state === "pending" ? isoTime(dueAt) : null,
    outcome,
  };
}
