// A link to set a new password, by mail: asked for by somebody who can't sign in, or sent by an admin.

import { Fault } from "../../domain/fault.ts";
import {
  ASKED_LINK_STAYS_MS,
  RESET_MAIL_EVERY_MS,
  RESET_MAILS_ASKED_AN_HOUR,
} from "../../domain/limits/mail-limits.ts";
import { RESET_LINK_MINUTES } from "../../domain/limits.ts";
import { isTooLate } from "../../domain/mail/mail.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import { listAccounts } from "../../storage/access/accounts.ts";
import { lockPerson, type Person } from "../../storage/access/people.ts";
import { findMailedLinkEnd } from "../../storage/access/reset-links.ts";
import { findLatestMail } from "../../storage/mail/mails.ts";
import { claimCount } from "../../storage/workspace/counters.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { requireFullAdmin } from "./require-full-admin.ts";
import { requireOther } from "./reset-password.ts";

/** `network` is the scope that its requests are counted under. */
export interface AskForReset {
  email: string;
  network: string;
}

/**
 * Says whether the network may ask at all, and nothing of whether there is such a person. It is counted, and so written, in either case:
 * an answer takes about as long for an address that nobody has.
 */
export const askForReset = defineAction({
  name: "askForReset",
  wakes: ["mails"],
  async run(unit: UnitOfWork, { email, network }: AskForReset): Promise<boolean> {
    const { tx, now } = unit;
    if (!(await claimCount(tx, network, windowAt(now, HOUR_MS).start, RESET_MAILS_ASKED_AN_HOUR))) return false;
    for (const person of await listAccounts(tx, email, null)) {
      // Those who sign in by other means only have no password to forget: whoever reads their mail would get a way in that they never had.
      if (person.passwordHash === null || (await pauseFor(unit, person)) > 0) continue;
      if (await hasLinkToUse(unit, person)) continue;
      queueMail(unit, { workspaceId: person.workspaceId, kind: "reset", personId: person.id });
      record(unit, person.workspaceId, "person.reset_asked", { target: personTarget(person) });
    }
    return true;
  },
});

/** How long the person is mailed no other link, so that nobody fills somebody else's mailbox. */
async function pauseFor({ tx, now }: UnitOfWork, { id }: Person): Promise<number> {
  const latest = await findLatestMail(tx, id, "reset");
  return latest === undefined ? 0 : Math.max(0, latest.createdAt + RESET_MAIL_EVERY_MS - now);
}

/** Anybody may ask, and the next link that is mailed ends the one before: whoever is about to use theirs keeps it. */
async function hasLinkToUse({ tx, now }: UnitOfWork, { id }: Person): Promise<boolean> {
  const latest = await findLatestMail(tx, id, "reset");
  if (latest?.state === "pending" && !isTooLate(latest.kind, latest.createdAt, now)) return true;
  const end = await findMailedLinkEnd(tx, id);
  return end !== undefined && now < end - RESET_LINK_MINUTES * MINUTE_MS + ASKED_LINK_STAYS_MS;
}

export interface MailResetLink {
  workspaceId: string;
  id: string;
  /** The admin who asks for the link. */
  madeBy: string;
}

/** Mails a link for an admin who reaches every app. Throws `not_found`, `forbidden` for oneself, `rate_limited` after a recent mail. */
export const mailResetLink = defineAction({
  name: "mailResetLink",
  wakes: ["mails"],
  async run(unit: UnitOfWork, { workspaceId, id, madeBy }: MailResetLink): Promise<void> {
    await requireFullAdmin(unit, workspaceId);
    requireOther(id, madeBy);
    const person = await lockPerson(unit.tx, workspaceId, id);
    const pause = await pauseFor(unit, person);
    if (pause > 0) throw mailedBefore(pause);
    queueMail(unit, { workspaceId, kind: "reset", personId: id });
    record(unit, workspaceId, "person.reset_link_made", { target: personTarget(person), details: { by_mail: true } });
  },
});

function mailedBefore(pause: number): Fault {
  const minutes = Math.ceil(pause / MINUTE_MS);
  const message = `They were mailed a link a moment ago: wait ${minutes} min before you send another.`;
  return new Fault("rate_limited", message, undefined, Math.ceil(pause / 1_000));
}
