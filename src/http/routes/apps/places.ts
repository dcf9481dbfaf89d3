// /places: sections and checks by a few letters of what they are called, for the palette of the interface.
import { appsToLookThrough } from "../../../domain/runbook/find-places.ts";
import { listApps } from "../../../storage/apps/apps.ts";
import { dataOf, presentList } from "../../../wire/envelope.ts";
import { FindPlacesQuery, PlaceSchema, presentPlace } from "../../../wire/runbook/place.ts";
import { readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Route, route } from "../../pipeline/route.ts";

export const placeRoutes: Route[] = [
  route({
    method: "GET",
    path: "/places",
    summary: "Find sections and checks by a few letters, in the given app and in recently changed ones",
    role: "viewer",
    query: FindPlacesQuery,
    response: dataOf(PlaceSchema.array()),
    async handle(call) {
      const { services, actor, query } = call;
      const apps = appsToLookThrough(await listApps(services.reader, actor.reach), query.app ?? null);
      const names = new Map(apps.map(({ id, name }) => [id, name]));
      const isLong = apps.reduce((sum, { checks }) => sum + checks, 0) > SHORT.checks;
      const found = await readInThread(call, isLong, "findPlaces", {
        apps: apps.map(({ id }) => ({ id })),
        q: query.q,
      });
      return { body: presentList(found.map((place) => presentPlace(place, names.get(place.appId)!))) };
    },
  }),
];
