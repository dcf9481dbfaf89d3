// What somebody has seen of their inbox, and which issues they want to hear of.
import type { Actor } from "../../domain/access/actor.ts";
import { type Inbox, markEntryRead, markInboxRead } from "../../storage/inbox/inbox.ts";
import { setWatching } from "../../storage/inbox/watchers.ts";
import { getAppIdOfIssue } from "../../storage/issues/issues.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** One that is not theirs, is out of their reach, or is not there, is left alone. */
export const readEntry = defineAction({
  name: "readEntry",
  async run({ tx, now }: UnitOfWork, { inbox, id }: { inbox: Inbox; id: string }): Promise<void> {
    markEntryRead(tx, inbox, id, now);
  },
});

export interface ReadInbox {
  inbox: Inbox;
  until: number | null;
  /** The id of the issue that it is about; null for everything. */
  issue: string | null;
}

/** What came after `until` stays unread: it was not seen. */
export const readInbox = defineAction({
  name: "readInbox",
  async run({ tx, now }: UnitOfWork, { inbox, until, issue }: ReadInbox): Promise<void> {
    markInboxRead(tx, inbox, { until: until ?? now, issueId: issue }, now);
  },
});

/** Throws `not_found`. */
export const watchIssue = defineAction({
  name: "watchIssue",
  async run(
    { tx, now }: UnitOfWork,
    { actor, id, watching }: { actor: Actor & { personId: string }; id: string; watching: boolean },
  ): Promise<void> {
    await getAppIdOfIssue(tx, actor.reach, id);
    setWatching(tx, id, actor.personId, watching ? null : now);
  },
});
