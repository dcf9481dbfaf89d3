// /apps/:id/notifications
import { repeatNotification, testNotification } from "../../../actions/outbox/notification-attempts.ts";
import { TESTS_A_MINUTE } from "../../../domain/limits.ts";
import { numberInWords } from "../../../lib/text/number-in-words.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { listNotifications, type Notification } from "../../../storage/webhook/notifications.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import { ListNotificationsQuery, NotificationSchema, presentNotification } from "../../../wire/webhook/notification.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

export const notificationRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/notifications",
    summary: "List notifications of fixes, newest first, with the outcome of each",
    role: "admin",
    subject: "app",
    query: ListNotificationsQuery,
    response: pageSchema(NotificationSchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      const app = await getApp(services.reader, actor.reach, id);
      const context = ["notifications", app.id];
      const before = openCursor<string>(call, context, query.cursor);
      const found = await listNotifications(services.reader, app.id, before, query.limit + 1);
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, (row) => row.id);
      const now = services.clock();
      return {
        body: presentPage(
          rows.map((row) => JSON.stringify(presentNotification(row, now))),
          nextCursor,
        ),
      };
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/notifications/test",
    summary: `Send a sample to the notify URL, at most ${numberInWords(TESTS_A_MINUTE)} a minute`,
    role: "admin",
    subject: "app",
    response: dataOf(NotificationSchema),
    async handle(call) {
      const { services, actor, id } = call;
      const app = await getApp(services.reader, actor.reach, id);
      const input = { actor, app: app.id };
      return created(services, await services.performer.perform(testNotification, input, authorOf(call)));
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/notifications/:notification/resend",
    summary: "Send a notification again, unchanged",
    role: "admin",
    subject: "app",
    response: dataOf(NotificationSchema),
    async handle(call) {
      const { services, actor, id, part } = call;
      const app = await getApp(services.reader, actor.reach, id);
      const input = { actor, app: app.id, id: part };
      return created(services, await services.performer.perform(repeatNotification, input, authorOf(call)));
    },
  }),
];

function created({ clock }: Call["services"], notification: Notification) {
  return { status: 201, body: presentData(JSON.stringify(presentNotification(notification, clock()))) };
}
