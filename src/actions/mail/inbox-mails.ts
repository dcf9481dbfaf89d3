// Mails about inboxes: one is planned when something comes, and what it tells is read when it is sent. What is out of its person's reach by
// then, or was read, is not in it.
import type { Actor } from "../../domain/access/actor.ts";
import {
  INBOX_NEWS_MS,
  type InboxMailChoice,
  inboxMailDue,
  MAILED_ENTRIES,
  USUAL_INBOX_MAIL,
} from "../../domain/mail/inbox-mail-schedule.ts";
import { reachOf } from "../../storage/access/keys.ts";
import { findPerson, findPersonLocked, lockPerson, type Person } from "../../storage/access/people.ts";
import { listUnreadSince, type ShownInboxEntry } from "../../storage/inbox/inbox.ts";
import {
  findInboxMail,
  type InboxMail,
  lockWaitingInboxMail,
  putInboxMailChoice,
  replanMail,
  takeUnmailed,
} from "../../storage/mail/inbox-mails.ts";
import { dropMail, type Mail } from "../../storage/mail/mails.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { queueMail } from "./queue-mail.ts";

const AT_ONCE = 500;

/** Plans a mail about what came into somebody's inbox, or has the one that waits tell of it, too. Says whether there is more to plan. */
export const planInboxMail = defineAction({
  name: "planInboxMail",
  async run(unit: UnitOfWork, { personId }: { personId: string }): Promise<boolean> {
    const { tx } = unit;
    // Where two servers plan at once, the second waits here and then finds nothing to plan.
    const person = await findPersonLocked(tx, personId);
    const waiting = await lockWaitingInboxMail(tx, personId);
    // What one that is under way tells was read before this came: it is planned once that one has ended.
    if (waiting !== undefined && isUnderWay(waiting)) return false;
    const { first, isMore } = await takeNews(unit, personId);
    const wanted = await wantedBy(unit, person);
    if (person !== undefined && wanted !== null && first !== null) {
      const since = Math.min(first, waiting?.since ?? first);
      const dueAt = inboxMailDue(wanted.choice, { ...wanted.state, since });
      if (waiting === undefined) {
        queueMail(unit, { workspaceId: person.workspaceId, kind: "inbox", personId, since, dueAt });
      } else {
        // One that could not be sent keeps its time.
        replanMail(tx, { ...waiting, since, dueAt: waiting.attempts > 0 ? waiting.dueAt : dueAt });
      }
    }
    return isMore;
  },
});

/** When the first of a person's unplanned entries came, each of which now has a mail; null if there is none. */
async function takeNews({ tx, now }: UnitOfWork, personId: string): Promise<{ first: number | null; isMore: boolean }> {
  const taken = await takeUnmailed(tx, personId, AT_ONCE);
  const moments = taken.filter(({ at, readAt }) => readAt === null && at > now - INBOX_NEWS_MS).map(({ at }) => at);
  return { first: moments.length === 0 ? null : Math.min(...moments), isMore: taken.length === AT_ONCE };
}

/** Sets how often a person gets mails about their inbox; it holds for waiting mails, too. */
export const chooseInboxMail = defineAction({
  name: "chooseInboxMail",
  async run(
    unit: UnitOfWork,
    { actor, choice }: { actor: Actor & { personId: string }; choice: InboxMailChoice },
  ): Promise<void> {
    const { id } = await lockPerson(unit.tx, actor.reach.workspaceId, actor.personId);
    await choose(unit, id, choice);
  },
});

/** Stops inbox mails by the link in one. It does nothing for a removed person, who gets none anyway. */
export const stopInboxMail = defineAction({
  name: "stopInboxMail",
  async run(unit: UnitOfWork, { personId }: { personId: string }): Promise<void> {
    const person = await findPersonLocked(unit.tx, personId);
    if (person !== undefined) await choose(unit, personId, "off");
  },
});

async function choose({ tx }: UnitOfWork, personId: string, choice: InboxMailChoice): Promise<void> {
  const waiting = await lockWaitingInboxMail(tx, personId);
  putInboxMailChoice(tx, personId, choice);
  if (waiting === undefined || waiting.attempts > 0) return;
  if (choice === "off") return dropMail(tx, waiting.id);
  const state = await findInboxMail(tx, personId);
  replanMail(tx, { ...waiting, dueAt: inboxMailDue(choice, { ...state, since: waiting.since! }) });
}

export interface InboxNews {
  kind: "inbox";
  personId: string;
  address: string;
  name: string;
  choice: InboxMailChoice;
  /** One more than a mail lists, if there are more. */
  entries: ShownInboxEntry[];
}

/** What a mail about an inbox tells at this moment. Null: nothing, and it is gone; or it is not due yet, and waits on. */
export async function inboxNews(unit: UnitOfWork, mail: Mail): Promise<InboxNews | null> {
  const { tx, now } = unit;
  const person = await findPerson(tx, mail.personId!);
  const wanted = await wantedBy(unit, person);
  if (person === undefined || wanted === null) return forgotten(unit, mail);
  const { choice, state } = wanted;
  const dueAt = inboxMailDue(choice, { ...state, since: mail.since! });
  if (mail.attempts === 1 && dueAt > now) {
    replanMail(tx, { ...mail, dueAt, attempts: 0 });
    return null;
  }
  // What came since it was planned is told with it, and needs no other.
  const { first } = await takeNews(unit, person.id);
  const since = Math.min(mail.since!, first ?? mail.since!);
  if (since < mail.since!) replanMail(tx, { ...mail, since });
  const whose = { reach: reachOf(person), personId: person.id };
  const entries = await listUnreadSince(tx, whose, Math.max(since, now - INBOX_NEWS_MS), MAILED_ENTRIES + 1);
  if (entries.length === 0) return forgotten(unit, mail);
  return { kind: "inbox", personId: person.id, address: person.email, name: person.name, choice, entries };
}

function forgotten({ tx }: UnitOfWork, { id }: Mail): null {
  dropMail(tx, id);
  return null;
}

/** Null where nothing is mailed: to nobody who is gone or wants none, and to no address that may be somebody else's. */
async function wantedBy(
  { tx }: UnitOfWork,
  person: Person | undefined,
): Promise<{ choice: Exclude<InboxMailChoice, "off">; state: InboxMail } | null> {
  if (person === undefined || person.emailConfirmedAt === null) return null;
  const state = await findInboxMail(tx, person.id);
  const choice = state.choice ?? USUAL_INBOX_MAIL;
  return choice === "off" ? null : { choice, state };
}

/** Whether a server took the mail and hasn't reported the outcome yet. */
function isUnderWay({ attempts, outcome }: Mail): boolean {
  return attempts > 0 && outcome === null;
}
