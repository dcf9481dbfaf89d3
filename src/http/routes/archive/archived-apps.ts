// Apps that were archived, and the way there and back: /apps/archived, /apps/:id/archive, /apps/:id/restore

import { archiveApp, restoreApp } from "../../../actions/archive/archive-app.ts";
import { type ArchivedApp, listArchivedApps } from "../../../storage/archive/archived-apps.ts";
import type { ArchivedPlace } from "../../../storage/archive/archived-entries.ts";
import { AppSchema } from "../../../wire/apps/app.ts";
import { ArchivedAppSchema, ListArchivedAppsQuery, presentArchivedApp } from "../../../wire/archive/archived-app.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";
import { presentSingleApp } from "../apps/apps.ts";

/** Archiving and restoring are both for admins, and both find an app whether it is archived or not. */
const CHANGE = { method: "POST", role: "admin", subject: "any app" } as const;

export const archivedAppRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/archived",
    summary: "List the archived apps in reach, most recent first",
    role: "viewer",
    query: ListArchivedAppsQuery,
    response: pageSchema(ArchivedAppSchema),
    async handle(call) {
      const { services, actor, query } = call;
      const context = ["archived apps"];
      const behind = openCursor<ArchivedPlace>(call, context, query.cursor);
      const found = await listArchivedApps(services.reader, actor.reach, behind, query.limit + 1);
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, placeOf);
      return { body: presentPage(rows.map(presentArchivedApp), nextCursor) };
    },
  }),
  route({
    ...CHANGE,
    path: "/apps/:id/archive",
    summary: "Archive an app; it can be restored later",
    response: dataOf(ArchivedAppSchema),
    async handle(call) {
      const app = await call.services.performer.perform(archiveApp, inputOf(call), authorOf(call));
      return { body: presentData(presentArchivedApp({ ...app, archivedAt: app.archivedAt! })) };
    },
  }),
  route({
    ...CHANGE,
    path: "/apps/:id/restore",
    summary: "Restore an archived app, with everything in it",
    response: dataOf(AppSchema),
    async handle(call) {
      const id = await call.services.performer.perform(restoreApp, inputOf(call), authorOf(call));
      return presentSingleApp(call, id);
    },
  }),
];

function inputOf({ actor, id }: Pick<Call, "actor" | "id">) {
  return { actor, app: id };
}

function placeOf({ archivedAt, id }: ArchivedApp): ArchivedPlace {
  return { archivedAt, id };
}
