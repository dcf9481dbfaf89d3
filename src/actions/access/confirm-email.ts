// Somebody's e-mail address is confirmed by a link that was mailed there. A new one is theirs only then; until then they have the one before.
import { Fault } from "../../domain/fault.ts";
import { EMAIL_LINKS_ASKED_AN_HOUR } from "../../domain/limits/mail-limits.ts";
import { EMAIL_LINK_HOURS } from "../../domain/limits.ts";
import { HOUR_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import {
  deleteEmailLinkFor,
  type EmailLink,
  findEmailLink,
  findEmailLinkByHash,
  putEmailLink,
} from "../../storage/access/email-links.ts";
import { lockPerson, type Person, updateProfile } from "../../storage/access/people.ts";
import type { Reads } from "../../storage/database/database.ts";
import { claimCount, signInScope } from "../../storage/workspace/counters.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { endOldEmailAccess } from "./end-old-email-access.ts";
import { requireFreeEmail, requireUninvited } from "./require-free-email.ts";

/** Has a link mailed to the address, in place of any before; for a person who was taken. Throws `rate_limited`. */
export async function askForEmailLink(unit: UnitOfWork, person: Person, email: string): Promise<void> {
  const { tx, now } = unit;
  const { id: personId, workspaceId } = person;
  const hour = windowAt(now, HOUR_MS);
  const scope = signInScope("email-link", personId);
  if (!(await claimCount(tx, scope, hour.start, EMAIL_LINKS_ASKED_AN_HOUR))) throw askedTooOften(hour.secondsLeft);
  putEmailLink(tx, { personId, email, hash: null, askedAt: now, expiresAt: now + EMAIL_LINK_HOURS * HOUR_MS });
  queueMail(unit, { workspaceId, kind: "email_link", personId });
  record(unit, workspaceId, "person.email_link_asked", { target: personTarget(person) });
}

function askedTooOften(seconds: number): Fault {
  const message = `email: you have asked for ${EMAIL_LINKS_ASKED_AN_HOUR} links in this hour: wait ${Math.ceil(seconds / 60)} min and ask again.`;
  return new Fault("rate_limited", message, undefined, seconds);
}

export interface OwnEmailLink {
  workspaceId: string;
  personId: string;
}

/**
 * Mails another link to the address that waits, or to the present one if nobody confirmed it. Throws `not_found` where
 * there is nothing to confirm, `rate_limited`.
 */
export const mailEmailLink = defineAction({
  name: "mailEmailLink",
  wakes: ["mails"],
  async run(unit: UnitOfWork, { workspaceId, personId }: OwnEmailLink): Promise<void> {
    const person = await lockPerson(unit.tx, workspaceId, personId);
    const waiting = await findEmailLink(unit.tx, personId, unit.now);
    if (waiting === undefined && person.emailConfirmedAt !== null) {
      throw new Fault("not_found", "Your e-mail address is confirmed already, and no other one waits for a link.");
    }
    await askForEmailLink(unit, person, waiting?.email ?? person.email);
  },
});

/** Takes back a change of address: links that were mailed for it change nothing any more. */
export const withdrawEmailLink = defineAction({
  name: "withdrawEmailLink",
  async run(unit: UnitOfWork, { workspaceId, personId }: OwnEmailLink): Promise<void> {
    await lockPerson(unit.tx, workspaceId, personId);
    deleteEmailLinkFor(unit.tx, personId);
  },
});

export interface UseEmailLink extends OwnEmailLink {
  hash: string;
}

/**
 * Confirms an address. Throws `not_found` for a link that doesn't work any more or is somebody else's; `name_taken` if
 * somebody has the address now.
 */
export const confirmEmail = defineAction({
  name: "confirmEmail",
  wakes: ["mails"],
  async run(unit: UnitOfWork, { workspaceId, personId, hash }: UseEmailLink): Promise<Person> {
    const { tx, now } = unit;
    await lockWorkspace(tx, workspaceId);
    const before = await lockPerson(tx, workspaceId, personId);
    const link = await requireEmailLink(tx, { personId, hash }, now);
    const moves = link.email !== before.email;
    if (moves) {
      await requireFreeEmail(unit, workspaceId, link.email);
      await requireUninvited(unit, workspaceId, link.email);
      endOldEmailAccess(tx, personId);
      queueMail(unit, { workspaceId, kind: "email_changed", personId, oldAddress: before.email });
    }
    const person = { ...before, email: link.email, emailConfirmedAt: now };
    updateProfile(tx, person);
    deleteEmailLinkFor(tx, personId);
    const target = personTarget(person);
    if (moves) record(unit, workspaceId, "person.profile_changed", { target, details: { fields: ["email"] } });
    record(unit, workspaceId, "person.email_confirmed", { target });
    return person;
  },
});

/** The link of a token, if it works for this person at `now`. Throws `not_found`, which says why not as far as that is known. */
export async function requireEmailLink(
  db: Reads,
  { personId, hash }: Pick<UseEmailLink, "personId" | "hash">,
  now: number,
): Promise<EmailLink> {
  const link = await findEmailLinkByHash(db, hash);
  if (link === undefined) throw noEmailLink();
  if (link.personId !== personId) {
    const message = "This link is for another account than the one you are signed in with.";
    throw new Fault("not_found", `${message} Sign in with the account that asked for it, and open the link again.`);
  }
  if (link.expiresAt > now) return link;
  throw new Fault("not_found", `This link has expired: it worked for ${EMAIL_LINK_HOURS} hours.`);
}

/** The answer to an unknown token: nothing is stored of links that were used or expired. */
export function noEmailLink(): Fault {
  const reasons = "it was used, was replaced by a newer one, has expired, or never existed";
  return new Fault("not_found", `This link does not work: ${reasons}.`);
}
