// Puts something into people's inboxes, in the unit of what gives cause to it: neither is there without the other.
import type { InboxEntry } from "../../storage/inbox/inbox.ts";
import { keepInboxEntry } from "../../storage/inbox/inbox.ts";
import { type AppWrite, nextId } from "../app-write.ts";
import type { Cause } from "../cause.ts";

export interface News {
  kind: InboxEntry["kind"];
  issueId?: string;
  cycleId?: string;
  commentId?: string;
  connectionId?: string;
  /** Who gave cause to the news. */
  cause: Cause;
}

/** Everybody once, and nobody of what they did themselves. Whether they still reach the app is looked at when they read it. */
export function tellPeople(write: AppWrite, people: Iterable<string>, news: News): void {
  const { app, tx } = write;
  for (const personId of new Set(people)) {
    if (personId === news.cause.personId) continue;
    keepInboxEntry(tx, {
      id: nextId(write, "inb"),
      personId,
      appId: app.id,
      kind: news.kind,
      issueId: news.issueId ?? null,
      cycleId: news.cycleId ?? null,
      commentId: news.commentId ?? null,
      connectionId: news.connectionId ?? null,
      by: news.cause.by,
      actorId: news.cause.personId ?? null,
      times: 1,
      at: app.updatedAt,
      revision: app.revision,
      readAt: null,
    });
  }
}
