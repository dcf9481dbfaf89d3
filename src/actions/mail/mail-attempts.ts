// The steps of a mail after it was written: one server takes it, finds out what it says now, and keeps what came of the attempt.
import { RESET_LINK_MINUTES } from "../../domain/limits.ts";
import { isTooLate, mailPause } from "../../domain/mail/mail.ts";
import { MAIL_LEASE_MS } from "../../domain/mail/mail-limits.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { findInvitationToMail, updateMailHash } from "../../storage/access/invitations.ts";
import { findPersonLocked } from "../../storage/access/people.ts";
import { putResetLink } from "../../storage/access/reset-links.ts";
import { finishMailAttempt, type Mail, takeDueMail } from "../../storage/mail/mails.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** What a mail is about at this moment. Its token is new, and nowhere kept: of two mails that arrive the later one's works. */
export type MailNews =
  | { kind: "invitation"; address: string; name: null; inviter: string | null; token: string }
  | { kind: "reset"; address: string; name: string; token: string };

export interface TakenMail {
  id: string;
  attempts: number;
  news: MailNews;
}

/** Null when another server was first, or it is about nothing any more. */
export const takeMail = defineAction({
  name: "takeMail",
  async run(unit: UnitOfWork, { id }: { id: string }): Promise<TakenMail | null> {
    const { tx, now } = unit;
    const mail = await takeDueMail(tx, id, now, now + MAIL_LEASE_MS);
    if (mail === undefined) return null;
    const news = isTooLate(mail.kind, mail.createdAt, now) ? "too late to be of use" : await newsOf(unit, mail);
    if (typeof news !== "string") return { id, attempts: mail.attempts, news };
    finishMailAttempt(tx, mail, { state: "cancelled", dueAt: mail.dueAt, finishedAt: now, outcome: news });
    return null;
  },
});

export interface FinishMail {
  id: string;
  /** Of the attempt, as it was taken. */
  attempts: number;
  /** `again`: it may pass later. `refused`: this one never. */
  end: "sent" | "again" | "refused";
  outcome: string;
}

/** Says whether it is given up. */
export const finishMail = defineAction({
  name: "finishMail",
  async run({ tx, now }: UnitOfWork, { id, attempts, end, outcome }: FinishMail): Promise<{ givenUp: boolean }> {
    const pause = end === "again" ? mailPause(attempts) : null;
    const state = end === "sent" ? "sent" : pause === null ? "failed" : "pending";
    const finishedAt = state === "pending" ? null : now;
    finishMailAttempt(tx, { id, attempts }, { state, dueAt: now + (pause ?? 0), finishedAt, outcome });
    return { givenUp: state === "failed" };
  },
});

/** Why there is nothing to say any more, where there is not. */
async function newsOf(unit: UnitOfWork, mail: Mail): Promise<MailNews | string> {
  switch (mail.kind) {
    case "invitation":
      return invitationNews(unit, mail);
    case "reset":
      return resetNews(unit, mail);
  }
}

async function invitationNews({ tx, now }: UnitOfWork, { invitationId }: Mail): Promise<MailNews | string> {
  const invitation = await findInvitationToMail(tx, invitationId!, now);
  if (invitation === undefined || invitation.email === null)
    return "the invitation was used, withdrawn, or has expired";
  const token = newLongToken();
  updateMailHash(tx, invitation.id, tokenHash(token));
  return { kind: "invitation", address: invitation.email, name: null, inviter: invitation.inviter, token };
}

async function resetNews({ tx, now }: UnitOfWork, { personId }: Mail): Promise<MailNews | string> {
  const person = await findPersonLocked(tx, personId!);
  if (person === undefined) return "the person was removed";
  const token = newLongToken();
  const expiresAt = now + RESET_LINK_MINUTES * MINUTE_MS;
  putResetLink(tx, { personId: person.id, hash: tokenHash(token), madeBy: null, expiresAt });
  return { kind: "reset", address: person.email, name: person.name, token };
}
