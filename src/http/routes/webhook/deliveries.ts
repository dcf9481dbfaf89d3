// /apps/:id/webhook/deliveries
import { type App, getApp } from "../../../storage/apps/apps.ts";
import { getDelivery, listDeliveries } from "../../../storage/webhook/deliveries.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import {
  DeliverySchema,
  ListDeliveriesQuery,
  presentDelivery,
  presentWholeDelivery,
  WholeDeliverySchema,
} from "../../../wire/webhook/delivery.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";
import { liveApp } from "./require-live-app.ts";

export const deliveryRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/webhook/deliveries",
    summary: "List the webhook's deliveries, newest first, including refused ones",
    role: "admin",
    subject: "app",
    query: ListDeliveriesQuery,
    response: pageSchema(DeliverySchema),
    async handle(call) {
      const { services, actor, query } = call;
      const app = await getApp(services.reader, actor.reach, call.id);
      const context = ["deliveries", app.id];
      const before = openCursor<string>(call, context, query.cursor);
      const found = await listDeliveries(services.reader, app.id, before, query.limit + 1);
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, ({ id }) => id);
      return {
        body: presentPage(
          rows.map((row) => JSON.stringify(presentDelivery(row, place(call, app)))),
          nextCursor,
        ),
      };
    },
  }),
  route({
    method: "GET",
    path: "/apps/:id/webhook/deliveries/:delivery",
    summary: "Get a delivery with its headers and body",
    role: "admin",
    subject: "app",
    response: dataOf(WholeDeliverySchema),
    async handle(call) {
      const app = await getApp(call.services.reader, call.actor.reach, call.id);
      return wholeDelivery(call, app, call.part);
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/webhook/deliveries/:delivery/replay",
    summary: "Replay a delivery; the answer is the new entry of the log",
    role: "admin",
    subject: "app",
    response: dataOf(WholeDeliverySchema),
    async handle(call) {
      const { services } = call;
      const app = await liveApp(call);
      const delivery = await getDelivery(services.reader, app.id, call.part);
      return wholeDelivery(call, app, await services.webhook.replay(app.id, delivery, authorOf(call)));
    },
  }),
];

async function wholeDelivery(call: Call, app: App, id: string) {
  const delivery = await getDelivery(call.services.reader, app.id, id);
  return { body: presentData(JSON.stringify(presentWholeDelivery(delivery, place(call, app)))) };
}

function place({ services }: Pick<Call, "services">, { prefix }: App) {
  return { baseUrl: services.baseUrl, prefix };
}
