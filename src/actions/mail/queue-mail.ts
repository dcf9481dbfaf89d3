// Puts a mail into the outbox, in the unit of what gives cause to it. What it says, and to whom, is decided when it is sent.
import type { MailKind } from "../../domain/mail/mail.ts";
import { newId } from "../../lib/ids.ts";
import { insertMail, type Mail } from "../../storage/mail/mails.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface MailCause {
  workspaceId: string;
  kind: MailKind;
  personId?: string;
  invitationId?: string;
  /** When the mail is due, if not at once. */
  dueAt?: number;
  since?: number;
  oldAddress?: string;
}

export function queueMail({ tx, now }: UnitOfWork, cause: MailCause): Mail {
  const { workspaceId, kind, personId, invitationId, dueAt, since, oldAddress } = cause;
  const mail: Mail = {
    id: newId("mail", now),
    workspaceId,
    kind,
    personId: personId ?? null,
    invitationId: invitationId ?? null,
    state: "pending",
    attempts: 0,
    dueAt: dueAt ?? now,
    createdAt: now,
    finishedAt: null,
    outcome: null,
    since: since ?? null,
    oldAddress: oldAddress ?? null,
  };
  insertMail(tx, mail);
  return mail;
}
