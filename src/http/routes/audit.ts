// /audit
import { getApp } from "../../storage/apps.ts";
import { listAudit } from "../../storage/audit.ts";
import { AuditEntrySchema, ListAuditQuery, presentAuditEntry } from "../../wire/audit.ts";
import { pageOf as pageSchema, presentPage } from "../../wire/page.ts";
import { openCursor, pageOf } from "../paging.ts";
import { type Route, route } from "../route.ts";

export const auditRoutes: Route[] = [
  route({
    method: "GET",
    path: "/audit",
    summary: "List what admins have done and who signed in, newest first",
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
      const found = await listAudit(services.reader, reach.workspaceId, filter, below, query.limit + 1);
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, ({ id }) => id);
      return { body: presentPage(rows.map(presentAuditEntry), nextCursor) };
    },
  }),
];
