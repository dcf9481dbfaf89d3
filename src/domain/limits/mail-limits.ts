// The numbers of mail: pauses between attempts, how many leave at once, and how often somebody may ask for a link.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";

/** How long to wait, in minutes, before a mail that could not be sent is tried again, attempt by attempt; then it is given up. */
export const MAIL_RETRY_MINUTES: readonly number[] = [1, 3, 10, 30, 60, 180, 360, 720];
/** No mail waits longer: a digest comes once a day, and no other pause is as long. */
export const LONGEST_MAIL_WAIT_MS = DAY_MS + HOUR_MS;
/** How long handing over one mail may take; as long no other server tries it. */
export const MAIL_TIMEOUT_SECONDS = 60;
export const MAIL_TIMEOUT_MS = MAIL_TIMEOUT_SECONDS * 1_000;
export const MAIL_LEASE_MS = 2 * MINUTE_MS;
/** Mails on their way at once, in all and of one workspace: a place is always kept for another. */
export const MAILS_AT_ONCE = { total: 6, perKind: 5 };
/** Days that it is known what came of a mail. */
export const MAIL_DAYS = 30;
/** How long somebody waits before another mail with a reset link is sent to them, and how often a network may ask in an hour. */
export const RESET_MAIL_EVERY_MS = 5 * MINUTE_MS;
export const RESET_MAILS_ASKED_AN_HOUR = 20;
/** How long an unused link isn't replaced by a new request: anybody can ask for one in another's name. */
export const ASKED_LINK_STAYS_MS = 20 * MINUTE_MS;
/** How often somebody may ask in an hour for a link that confirms an e-mail address. */
export const EMAIL_LINKS_ASKED_AN_HOUR = 5;
/** Bytes of the form by which a mail program unsubscribes: it says `List-Unsubscribe=One-Click`. */
export const MAX_UNSUBSCRIBE_BYTES = 4_096;
/** Mails that an admin is shown: the newest. */
export const SHOWN_MAILS = 100;
