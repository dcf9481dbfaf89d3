// /audit
import { getApp } from "../../../storage/apps/apps.ts";
import { pageSchema, presentPage } from "../../../wire/envelope.ts";
import { AuditEntrySchema, ListAuditQuery, presentAuditEntry } from "../../../wire/workspace/audit-log.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { readInThread } from "../../pipeline/read-in-thread.ts";
import { type Route, route } from "../../pipeline/route.ts";

export const auditRoutes: Route[] = [
  route({
    method: "GET",
    path: "/audit",
    summary: "List what admins have done and who signed in, newest first",
    compressible: true,
    role: "admin",
    unscoped: true,
    query: ListAuditQuery,
    response: pageSchema(AuditEntrySchema),
    async handle(call) {
      const { services, actor, query } = call;
      const { reach } = actor;
      const app = query.app === undefined ? null : await getApp(services.reader, reach, query.app);
      const filter = {
        actions: query.action ?? null,
        actor: query.actor ?? null,
        appId: app?.id ?? null,
        after: query.after ?? null,
        before: query.before ?? null,
      };
      const context = ["audit", reach.workspaceId, JSON.stringify(filter)];
      const below = openCursor<string>(call, context, query.cursor);
      const { workspaceId } = reach;
      // Entries that are few among the others are looked for through all of them.
      const isLong = filter.actions !== null || filter.actor !== null || filter.appId !== null;
      const input = { workspaceId, filter, belowId: below, limit: query.limit + 1 };
      const found = await readInThread(call, isLong, "listAudit", input);
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, ({ id }) => id);
      return { body: presentPage(rows.map(presentAuditEntry), nextCursor) };
    },
  }),
];
