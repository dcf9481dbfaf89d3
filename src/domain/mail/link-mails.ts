// What mails with a link say: an invitation, and a new password for somebody who forgot theirs.
import { visibleLine } from "../../lib/text/visible-text.ts";
import { joinLink, resetAddress } from "../access/sign-in-rules.ts";
import { INVITATION_DAYS, RESET_LINK_MINUTES } from "../limits.ts";
import type { MailText } from "./mail-body.ts";

/** `inviter` is null where the command line has invited. */
export function invitationMail(
  baseUrl: string,
  { inviter, token }: { inviter: string | null; token: string },
): MailText {
  const who = inviter === null ? null : visibleLine(inviter);
  return {
    subject: who === null ? "You are invited to Retest" : `${who} invites you to Retest`,
    paragraphs: [
      `${who === null ? "You are" : `${who} has`} invited${who === null ? "" : " you"} to Retest at ${hostOf(baseUrl)}, where your team tracks its quality checks and live bugs.`,
      `The link below works once, for ${INVITATION_DAYS} days after the invitation was made.`,
    ],
    button: { label: "Join", url: joinLink(baseUrl, token) },
    footer: ["If you did not expect this invitation, you can ignore it: nobody can join without the link."],
  };
}

export function resetMail(baseUrl: string, { name, token }: { name: string; token: string }): MailText {
  return {
    subject: "Set a new password for Retest",
    paragraphs: [
      `Hello ${visibleLine(name)},`,
      `somebody, probably you, asked for a new password at ${hostOf(baseUrl)}. The link below works once, for ${RESET_LINK_MINUTES} minutes. Setting a new password signs you out everywhere.`,
    ],
    button: { label: "Set a new password", url: resetAddress(baseUrl, token) },
    footer: ["If you did not ask for this, you can ignore it: your password stays as it is."],
  };
}

export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
