// /live
import { clientAddress } from "../client-address.ts";
import { personRoute, type Route } from "../route.ts";

export const liveRoutes: Route[] = [
  personRoute({
    method: "GET",
    path: "/live",
    summary: "Stream changes of every app in reach as server-sent events",
    role: "viewer",
    endless: true,
    response: null,
    async handle({ services, actor, request }) {
      const address = clientAddress(request, services.trustedProxies);
      return { body: null, stream: await services.live.open(actor, address) };
    },
  }),
];
