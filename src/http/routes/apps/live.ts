// /live

import { personRoute, type Route } from "../../pipeline/route.ts";
import { clientAddress } from "../../transport/client-address.ts";

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
