// The steps of a mail after it was written: one server takes it, finds out what it says now, and keeps what came of the attempt.
import { signUpEmailHash } from "../../domain/access/sign-up-link.ts";
import { MAIL_LEASE_MS } from "../../domain/limits/mail-limits.ts";
import { RESET_LINK_MINUTES } from "../../domain/limits.ts";
import { isTooLate, mailPause } from "../../domain/mail/mail.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { listAccounts } from "../../storage/access/accounts.ts";
import { findEmailLink, updateEmailLinkHash } from "../../storage/access/email-links.ts";
import { findInvitationToMail, updateMailHash } from "../../storage/access/invitations.ts";
import { findPerson, findPersonLocked } from "../../storage/access/people.ts";
import { putMailedResetLink } from "../../storage/access/reset-links.ts";
import { findSignUp, updateSignUpHash } from "../../storage/access/sign-ups.ts";
import { noteMailed } from "../../storage/mail/inbox-mails.ts";
import { finishMailAttempt, type Mail, takeDueMail } from "../../storage/mail/mails.ts";
import { getWorkspace } from "../../storage/workspace/workspaces.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { type InboxNews, inboxNews } from "./inbox-mails.ts";

/** What a mail is about at this moment. Its token is new, and nowhere kept: of two mails that arrive the later one's works. */
export type MailNews =
  | { kind: "invitation"; address: string; name: null; inviter: string | null; token: string }
  | { kind: "reset"; address: string; name: string; token: string; workspace: string | null }
  | { kind: "sign_up"; address: string; name: null; token: string }
  | { kind: "email_link"; address: string; name: string; token: string; isNew: boolean }
  | { kind: "email_changed"; address: string; name: string }
  | InboxNews;

const REMOVED = "the person was removed";

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
    if (news === null) return null;
    if (typeof news !== "string") return { id, attempts: mail.attempts, news };
    await finishMailAttempt(tx, mail, { state: "cancelled", dueAt: mail.dueAt, finishedAt: now, outcome: news });
    return null;
  },
});

export interface FinishMail {
  id: string;
  /** The number of the attempt when the mail was taken. */
  attempts: number;
  /** `again`: it may pass later. `refused`: this one never. */
  end: "sent" | "again" | "refused";
  outcome: string;
}

/** Notes how an attempt ended. Gives whether the mail is given up. */
export const finishMail = defineAction({
  name: "finishMail",
  async run({ tx, now }: UnitOfWork, { id, attempts, end, outcome }: FinishMail): Promise<{ givenUp: boolean }> {
    const pause = end === "again" ? mailPause(attempts) : null;
    const state = end === "sent" ? "sent" : pause === null ? "failed" : "pending";
    const finishedAt = state === "pending" ? null : now;
    const came = { state, dueAt: now + (pause ?? 0), finishedAt, outcome } as const;
    const mail = await finishMailAttempt(tx, { id, attempts }, came);
    if (mail?.kind === "inbox" && state === "sent") noteMailed(tx, mail.personId!, now);
    return { givenUp: state === "failed" };
  },
});

/** Why there is nothing to say any more, where there is not; null if that is worth no word, or it waits on. */
async function newsOf(unit: UnitOfWork, mail: Mail): Promise<MailNews | string | null> {
  switch (mail.kind) {
    case "invitation":
      return invitationNews(unit, mail);
    case "reset":
      return resetNews(unit, mail);
    case "inbox":
      return inboxNews(unit, mail);
    case "email_link":
      return emailLinkNews(unit, mail);
    case "email_changed":
      return emailChangedNews(unit, mail);
    case "sign_up":
      return signUpNews(unit, mail);
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
  if (person === undefined) return REMOVED;
  const token = newLongToken();
  const expiresAt = now + RESET_LINK_MINUTES * MINUTE_MS;
  putMailedResetLink(tx, { personId: person.id, hash: tokenHash(token), expiresAt });
  const isOneOfSeveral = (await listAccounts(tx, person.email, null)).length > 1;
  const workspace = isOneOfSeveral ? (await getWorkspace(tx, person)).name : null;
  return { kind: "reset", address: person.email, name: person.name, token, workspace };
}

/** The mail for a sign-up, or why none goes: of two that were asked for only the later one does. */
async function signUpNews({ tx, now }: UnitOfWork, { oldAddress, createdAt }: Mail): Promise<MailNews | string> {
  const asked = await findSignUp(tx, signUpEmailHash(oldAddress!), now);
  if (asked?.askedAt !== createdAt) return "the link was used, replaced by a newer one, or has expired";
  const token = newLongToken();
  updateSignUpHash(tx, asked.emailHash, tokenHash(token));
  return { kind: "sign_up", address: oldAddress!, name: null, token };
}

/** The mail for a new address, or why none goes: of two that were asked for only the later one does. */
async function emailLinkNews({ tx, now }: UnitOfWork, { personId, createdAt }: Mail): Promise<MailNews | string> {
  const person = await findPersonLocked(tx, personId!);
  if (person === undefined) return REMOVED;
  const link = await findEmailLink(tx, person.id, now);
  if (link?.askedAt !== createdAt) return "the link was withdrawn or replaced by a newer one, or has expired";
  const token = newLongToken();
  updateEmailLinkHash(tx, person.id, tokenHash(token));
  const isNew = link.email !== person.email;
  return { kind: "email_link", address: link.email, name: person.name, token, isNew };
}

async function emailChangedNews({ tx }: UnitOfWork, { personId, oldAddress }: Mail): Promise<MailNews | string> {
  const person = await findPerson(tx, personId!);
  if (person === undefined) return REMOVED;
  return { kind: "email_changed", address: oldAddress!, name: person.name };
}
