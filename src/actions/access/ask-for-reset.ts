// A link to set a new password, by mail: asked for by somebody who can't sign in, or sent by an admin.
import { RESET_MAIL_EVERY_MS, RESET_MAILS_ASKED_AN_HOUR } from "../../domain/mail/mail-limits.ts";
import { HOUR_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import { findPersonByEmail, lockPerson, type Person } from "../../storage/access/people.ts";
import { findLatestMail } from "../../storage/mail/mails.ts";
import { claimCount } from "../../storage/workspace/counters.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { requireFullAdmin } from "./require-full-admin.ts";

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
    const person = await findPersonByEmail(tx, email);
    // Those who sign in by other means only have no password to forget: whoever reads their mail would get a way in that they never had.
    if (person === undefined || person.passwordHash === null || !(await mayMail(unit, person))) return true;
    queueMail(unit, { workspaceId: person.workspaceId, kind: "reset", personId: person.id });
    record(unit, person.workspaceId, "person.reset_asked", { target: personTarget(person) });
    return true;
  },
});

/** So that nobody fills somebody else's mailbox. */
async function mayMail({ tx, now }: UnitOfWork, person: Person): Promise<boolean> {
  const latest = await findLatestMail(tx, person.id, "reset");
  return latest === undefined || now - latest.createdAt >= RESET_MAIL_EVERY_MS;
}

/** By an admin who reaches every app. Throws `not_found`. */
export const mailResetLink = defineAction({
  name: "mailResetLink",
  wakes: ["mails"],
  async run(unit: UnitOfWork, { workspaceId, id }: { workspaceId: string; id: string }): Promise<void> {
    await requireFullAdmin(unit, workspaceId);
    const person = await lockPerson(unit.tx, workspaceId, id);
    if (await mayMail(unit, person)) queueMail(unit, { workspaceId, kind: "reset", personId: id });
    record(unit, workspaceId, "person.reset_link_made", { target: personTarget(person), details: { by_mail: true } });
  },
});
