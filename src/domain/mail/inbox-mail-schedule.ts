// Mails about somebody's inbox: what they may choose, and when the next one is due.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";

/** How long what comes into an inbox is gathered before it is mailed. */
const GATHER_INBOX_MS = MINUTE_MS;
/** The least time between two mails about an inbox. */
const INBOX_MAIL_EVERY_MS = HOUR_MS;
/** When digests are sent: this long after midnight, UTC. */
const DIGEST_AT_MS = 6 * HOUR_MS;
/** How old an entry may be and still be mailed: older ones are only in the inbox. */
export const INBOX_NEWS_MS = 2 * DAY_MS;
/** Entries that one mail lists. */
export const MAILED_ENTRIES = 20;

export const INBOX_MAIL_CHOICES = ["at_once", "daily", "off"] as const;
export type InboxMailChoice = (typeof INBOX_MAIL_CHOICES)[number];
/** The choice of people who made none: news that concerns somebody is of little use a day later. */
export const USUAL_INBOX_MAIL: InboxMailChoice = "at_once";

export interface InboxMailTimes {
  /** When the first came of what is to be told. */
  since: number;
  /** When the last mail was sent; null if there was none. */
  mailedAt: number | null;
}

/** Never before the pause after the last mail is over: however much happens, an hour brings at most one to anybody. */
export function inboxMailDue(choice: Exclude<InboxMailChoice, "off">, { since, mailedAt }: InboxMailTimes): number {
  const gathered = choice === "daily" ? nextDigest(since) : since + GATHER_INBOX_MS;
  return mailedAt === null ? gathered : Math.max(gathered, mailedAt + INBOX_MAIL_EVERY_MS);
}

function nextDigest(after: number): number {
  return (Math.floor((after - DIGEST_AT_MS) / DAY_MS) + 1) * DAY_MS + DIGEST_AT_MS;
}
