// /inbox and /issues/:id/watching: for people only.
import { readEntry, readInbox, watchIssue } from "../../../actions/inbox/read-inbox.ts";
import { countUnread, type Inbox, listInbox } from "../../../storage/inbox/inbox.ts";
import { findWatching } from "../../../storage/inbox/watchers.ts";
import { getAppIdOfIssue } from "../../../storage/issues/issues.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import {
  InboxCountSchema,
  InboxEntrySchema,
  InboxQuery,
  presentInboxEntry,
  presentWatching,
  ReadInboxBody,
  WatchBody,
  WatchingSchema,
} from "../../../wire/inbox/inbox.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { type Call, personRoute, type Route } from "../../pipeline/route.ts";

export const inboxRoutes: Route[] = [
  personRoute({
    method: "GET",
    path: "/inbox",
    summary: "List one's inbox, newest first",
    role: "viewer",
    query: InboxQuery,
    response: pageSchema(InboxEntrySchema),
    async handle(call) {
      const { services, actor, query } = call;
      const onlyUnread = query.unread === "true";
      const context = ["inbox", String(onlyUnread)];
      const after = openCursor<{ at: number; id: string }>(call, context, query.cursor);
      const found = await listInbox(services.reader, actor, { onlyUnread, after, limit: query.limit + 1 });
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, ({ at, id }) => ({ at, id }));
      return { body: presentPage(rows.map(presentInboxEntry), nextCursor) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/inbox/count",
    summary: "Count what is unread in one's inbox",
    role: "viewer",
    response: dataOf(InboxCountSchema),
    handle: presentCount,
  }),
  personRoute({
    method: "POST",
    path: "/inbox/read",
    summary: "Mark everything in one's inbox as read, up to a moment or of an issue if one is given",
    role: "viewer",
    body: ReadInboxBody,
    bodyOptional: true,
    response: dataOf(InboxCountSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const { until = null, issue = null } = body;
      await services.performer.perform(readInbox, { inbox: inboxOf(actor), until, issue });
      return presentCount(call);
    },
  }),
  personRoute({
    method: "POST",
    path: "/inbox/:id/read",
    summary: "Mark an entry of one's inbox as read",
    role: "viewer",
    response: dataOf(InboxCountSchema),
    async handle(call) {
      const { services, actor, id } = call;
      await services.performer.perform(readEntry, { inbox: inboxOf(actor), id });
      return presentCount(call);
    },
  }),
  personRoute({
    method: "GET",
    path: "/issues/:id/watching",
    summary: "Say whether one watches an issue, and why",
    role: "viewer",
    subject: "issue",
    response: dataOf(WatchingSchema),
    async handle(call) {
      await getAppIdOfIssue(call.services.reader, call.actor.reach, call.id);
      return presentOwnWatching(call);
    },
  }),
  personRoute({
    method: "PUT",
    path: "/issues/:id/watching",
    summary: "Watch an issue, or stop",
    role: "viewer",
    subject: "issue",
    body: WatchBody,
    response: dataOf(WatchingSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      await services.performer.perform(watchIssue, { actor, id, watching: body.watching });
      return presentOwnWatching(call);
    },
  }),
];

function inboxOf({ reach, personId }: PersonActor): Inbox {
  return { reach, personId };
}

async function presentCount({ services, actor }: Pick<Call<unknown, unknown, PersonActor>, "services" | "actor">) {
  const unread = await countUnread(services.reader, actor);
  return { body: presentData(JSON.stringify({ unread })) };
}

async function presentOwnWatching({
  services,
  actor,
  id,
}: Pick<Call<unknown, unknown, PersonActor>, "services" | "actor" | "id">) {
  return { body: presentData(presentWatching(await findWatching(services.reader, id, actor.personId))) };
}
