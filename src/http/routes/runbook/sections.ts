// /sections
import { changeSection, createSection, deleteSection } from "../../../actions/runbook/change-section.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { sectionTag, versionOf } from "../../../storage/etags.ts";
import { getSection, listSections, type Section } from "../../../storage/runbook/sections.ts";
import { dataOf, presentData, presentList } from "../../../wire/envelope.ts";
import {
  ChangeSectionBody,
  CreateSectionBody,
  ListSectionsQuery,
  presentSection,
  SectionSchema,
} from "../../../wire/runbook/section.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { performOnce } from "../../pipeline/idempotency-header.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

export const sectionRoutes: Route[] = [
  route({
    method: "GET",
    path: "/sections",
    summary: "List an app's sections in runbook order",
    compressible: true,
    role: "viewer",
    query: ListSectionsQuery,
    response: dataOf(SectionSchema.array()),
    async handle({ services, actor, query, cached }) {
      const app = await getApp(services.reader, actor.reach, query.app);
      return cached(versionOf([app]), async () =>
        presentList((await listSections(services.reader, app)).map(presentSection)),
      );
    },
  }),
  route({
    method: "POST",
    path: "/sections",
    summary: "Add a section",
    role: "admin",
    subject: "body.app",
    body: CreateSectionBody,
    response: dataOf(SectionSchema),
    async handle(call) {
      const { actor, body } = call;
      const { app, ref = null, title, position = null } = body;
      const input = { actor, app, ref, title, position };
      const { output: section, headers } = await performOnce(call, createSection, input, { author: authorOf(call) });
      return { status: 201, ...presented(section), location: `/sections/${section.id}`, headers };
    },
  }),
  route({
    method: "GET",
    path: "/sections/:id",
    summary: "Get a section",
    role: "viewer",
    subject: "section",
    response: dataOf(SectionSchema),
    handle: (call) => presentSingleSection(call, call.id),
  }),
  route({
    method: "PATCH",
    path: "/sections/:id",
    summary: "Rename or move a section",
    role: "admin",
    subject: "section",
    conditional: true,
    body: ChangeSectionBody,
    response: dataOf(SectionSchema),
    async handle(call) {
      const { services, actor, id, body, request } = call;
      const ifMatch = request.headers["if-match"];
      await services.performer.perform(changeSection, { actor, id, ...body, ifMatch }, authorOf(call));
      return presentSingleSection(call, id);
    },
  }),
  route({
    method: "DELETE",
    path: "/sections/:id",
    summary: "Delete an empty section",
    role: "admin",
    subject: "section",
    conditional: true,
    response: null,
    async handle(call) {
      const { services, actor, id, request } = call;
      const ifMatch = request.headers["if-match"];
      await services.performer.perform(deleteSection, { actor, id, ifMatch }, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];

export async function presentSingleSection({ services, actor }: Pick<Call, "services" | "actor">, id: string) {
  return presented(await getSection(services.reader, actor.reach, id));
}

function presented(section: Section) {
  return { body: presentData(presentSection(section)), tag: sectionTag(section) };
}
