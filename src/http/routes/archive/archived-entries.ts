// What left the runbook, and the way back: /checks/archived, /sections/archived, …/restore
import { restoreCheck, restoreSection } from "../../../actions/archive/restore.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import {
  type ArchivedPlace,
  listArchivedChecks,
  listArchivedSections,
} from "../../../storage/archive/archived-entries.ts";
import { versionOf } from "../../../storage/etags.ts";
import {
  ArchivedCheckSchema,
  ArchivedSectionSchema,
  ListArchivedChecksQuery,
  ListArchivedSectionsQuery,
  presentArchivedCheck,
  presentArchivedSection,
  RestoreCheckBody,
} from "../../../wire/archive/archived-entries.ts";
import { dataOf, pageSchema, presentPage } from "../../../wire/envelope.ts";
import { CheckSchema } from "../../../wire/runbook/check.ts";
import { SectionSchema } from "../../../wire/runbook/section.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { type Route, route } from "../../pipeline/route.ts";
import { presentSingleCheck } from "../runbook/checks.ts";
import { presentSingleSection } from "../runbook/sections.ts";

export const archivedRoutes: Route[] = [
  route({
    method: "GET",
    path: "/checks/archived",
    summary: "List an app's archived checks, most recent first",
    role: "viewer",
    query: ListArchivedChecksQuery,
    response: pageSchema(ArchivedCheckSchema),
    async handle(call) {
      const { services, actor, query } = call;
      const app = await getApp(services.reader, actor.reach, query.app);
      const context = ["archived checks", app.id, ...only(query.check)];
      const behind = openCursor<ArchivedPlace>(call, context, query.cursor);
      return call.cached(versionOf([app]), async () => {
        const found = await listArchivedChecks(services.reader, app, {
          behind,
          limit: query.limit + 1,
          named: query.check,
        });
        const { rows, nextCursor } = pageOf(call, context, found, query.limit, placeOf);
        return presentPage(rows.map(presentArchivedCheck), nextCursor);
      });
    },
  }),
  route({
    method: "POST",
    path: "/checks/:id/restore",
    summary: "Restore an archived check",
    role: "admin",
    subject: "any check",
    body: RestoreCheckBody,
    bodyOptional: true,
    response: dataOf(CheckSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      await services.performer.perform(restoreCheck, { actor, id, ...body }, authorOf(call));
      return presentSingleCheck(call, id);
    },
  }),
  route({
    method: "GET",
    path: "/sections/archived",
    summary: "List an app's deleted sections, most recent first",
    role: "viewer",
    query: ListArchivedSectionsQuery,
    response: pageSchema(ArchivedSectionSchema),
    async handle(call) {
      const { services, actor, query } = call;
      const app = await getApp(services.reader, actor.reach, query.app);
      const context = ["archived sections", app.id, ...only(query.section)];
      const behind = openCursor<ArchivedPlace>(call, context, query.cursor);
      return call.cached(versionOf([app]), async () => {
        const found = await listArchivedSections(services.reader, app, {
          behind,
          limit: query.limit + 1,
          named: query.section,
        });
        const { rows, nextCursor } = pageOf(call, context, found, query.limit, placeOf);
        return presentPage(rows.map(presentArchivedSection), nextCursor);
      });
    },
  }),
  route({
    method: "POST",
    path: "/sections/:id/restore",
    summary: "Restore a deleted section",
    role: "admin",
    subject: "any section",
    response: dataOf(SectionSchema),
    async handle(call) {
      const { services, actor, id } = call;
      await services.performer.perform(restoreSection, { actor, id }, authorOf(call));
      return presentSingleSection(call, id);
    },
  }),
];

/** A cursor of what one name finds is no cursor of the whole list. */
function only(named: string | undefined): string[] {
  return named === undefined ? [] : [named];
}

function placeOf({ archivedAt, id }: ArchivedPlace): ArchivedPlace {
  return { archivedAt, id };
}
