// /apps/:id/badge
import { disableBadge, enableBadge } from "../../../actions/status/switch-badge.ts";
import { badgeUrl, makeBadgeToken } from "../../../domain/status/badge-text.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { type Badge, findBadge } from "../../../storage/status/badges.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { BadgeSchema, presentBadge } from "../../../wire/status/badge.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { type Call, type Reply, type Route, route } from "../../pipeline/route.ts";

export const badgeRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/badge",
    summary: "Get an app's public badge, and whether it is on",
    role: "admin",
    subject: "app",
    response: dataOf(BadgeSchema),
    async handle(call) {
      const { services, actor, id } = call;
      return present(call, await findBadge(services.reader, await getApp(services.reader, actor.reach, id)));
    },
  }),
  route({
    method: "PUT",
    path: "/apps/:id/badge",
    summary: "Switch an app's public badge on; if it is on, nothing changes",
    role: "admin",
    subject: "app",
    response: dataOf(BadgeSchema),
    async handle(call) {
      const { services, actor } = call;
      const { id } = await getApp(services.reader, actor.reach, call.id);
      const input = { actor, app: id, ...makeBadgeToken(services.cipher, id) };
      return present(call, await services.performer.perform(enableBadge, input, authorOf(call)));
    },
  }),
  route({
    method: "DELETE",
    path: "/apps/:id/badge",
    summary: "Switch an app's public badge off; its URL stops working at once, and for good",
    role: "admin",
    subject: "app",
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      await services.performer.perform(disableBadge, { actor, app: id }, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];

function present({ services }: Pick<Call, "services">, badge: Badge | undefined): Reply {
  const { cipher, baseUrl } = services;
  const url = badge === undefined ? null : badgeUrl(cipher, baseUrl, badge.appId, badge.token);
  return { body: presentData(JSON.stringify(presentBadge(url))) };
}
