// What mails about signing in say: an invitation, a new password for somebody who forgot theirs, an e-mail address to be confirmed, and one that was given up.
import { visibleLine } from "../../lib/text/visible-text.ts";
import { confirmAddress, joinLink, resetAddress, signUpAddress } from "../access/link-addresses.ts";
import { EMAIL_LINK_HOURS, INVITATION_DAYS, RESET_LINK_MINUTES } from "../limits.ts";
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

/** `workspace` is named to whoever has accounts in several: each has a link of its own. */
export function resetMail(
  baseUrl: string,
  { name, token, workspace }: { name: string; token: string; workspace: string | null },
): MailText {
  const where = workspace === null ? "" : `, in the workspace ${visibleLine(workspace)}`;
  return {
    subject: `Set a new password for Retest${where}`,
    paragraphs: [
      `Hello ${visibleLine(name)},`,
      `Somebody, probably you, asked for a new password at ${hostOf(baseUrl)}${where}. The link below works once, for ${RESET_LINK_MINUTES} minutes. Setting a new password signs you out everywhere.`,
    ],
    button: { label: "Set a new password", url: resetAddress(baseUrl, token) },
    footer: ["If you did not ask for this, you can ignore it: your password stays as it is."],
  };
}

/** The mail for a sign-up. It may reach somebody who never asked: anybody can type any address. */
export function signUpMail(baseUrl: string, link: { token: string; address: string }): MailText {
  const host = hostOf(baseUrl);
  return {
    subject: "Begin with Retest",
    paragraphs: [
      `Somebody, probably you, asked for a workspace at ${host} with this e-mail address. Open the link below to confirm the address and to make it.`,
      `The link works once, for ${EMAIL_LINK_HOURS} hours after you asked for it.`,
    ],
    button: { label: "Make a workspace", url: signUpAddress(baseUrl, { token: link.token, email: link.address }) },
    footer: ["If you did not ask for this, you can ignore it: nothing is made without the link."],
  };
}

/** The mail that confirms an address. It may reach a stranger, so it says who asked for it. */
export function emailLinkMail(
  baseUrl: string,
  { name, token, isNew }: { name: string; token: string; isNew: boolean },
): MailText {
  const who = visibleLine(name);
  const then = isNew ? " From then on you sign in with this address; until then, with the one before." : "";
  return {
    subject: "Confirm your e-mail address for Retest",
    paragraphs: [
      `Hello ${who},`,
      `Open the link below, signed in at ${hostOf(baseUrl)}, to confirm that this e-mail address is yours.${then} The link works once, for ${EMAIL_LINK_HOURS} hours after you asked for it.`,
    ],
    button: { label: "Confirm the address", url: confirmAddress(baseUrl, token) },
    footer: [
      `You get this because ${who} gave this address at ${hostOf(baseUrl)}. If that was not you, you can ignore it: nothing is changed by it.`,
    ],
  };
}

/** Sent to the former address: whoever took over an account doesn't read it, and its owner does. */
export function emailChangedMail(baseUrl: string, { name }: { name: string }): MailText {
  const host = hostOf(baseUrl);
  return {
    subject: "Your e-mail address for Retest was changed",
    paragraphs: [
      `Hello ${visibleLine(name)},`,
      `You now sign in at ${host} with another e-mail address, which was confirmed a moment ago. This one is not used any more.`,
      "If that was not you, tell an admin of your workspace at once: they can sign you out everywhere and set things right.",
    ],
    footer: [`You get this once, because this was your e-mail address at ${host}.`],
  };
}

export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
