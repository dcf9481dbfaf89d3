// /live
import { personRoute, type Route } from "../route.ts";

export const liveRoutes: Route[] = [
  personRoute({
    method: "GET",
    path: "/live",
    summary: "Be told of every app in reach when it changes, as server-sent events",
    role: "viewer",
    endless: true,
    response: null,
    handle: async ({ services, actor }) => ({ body: null, stream: await services.live.open(actor) }),
  }),
];
