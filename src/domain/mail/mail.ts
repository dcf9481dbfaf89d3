// Mails that wait to be sent: what they are about, when one that failed is tried again, and when it is given up.

import { MINUTE_MS } from "../../lib/clock.ts";
import { MAIL_RETRY_MINUTES } from "../limits/mail-limits.ts";
import { RESET_LINK_MINUTES } from "../limits.ts";

export const MAIL_KINDS = ["invitation", "reset", "inbox", "email_link", "email_changed", "sign_up"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `cancelled`: what it was about is over, so nobody gets it. */
export const MAIL_STATES = ["pending", "sent", "failed", "cancelled"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The pause after an attempt, longer each time; null gives the mail up. */
export function mailPause(attempts: number): number | null {
  const minutes = MAIL_RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE_MS;
}

/** Whether a mail comes too late to be of use: whoever asked for a new password waits for it now, or has asked again. */
export function isTooLate(kind: MailKind, createdAt: number, now: number): boolean {
  return kind === "reset" && now - createdAt > RESET_LINK_MINUTES * MINUTE_MS;
}
