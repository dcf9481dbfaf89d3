// /sections
import { getApp } from "../../storage/apps.ts";
import { getSection, listSections } from "../../storage/sections.ts";
import { sectionTag, versionOf } from "../../storage/tags.ts";
import { dataOf, presentData, presentList } from "../../wire/page.ts";
import {
  ChangeSectionBody,
  CreateSectionBody,
  ListSectionsQuery,
  presentSection,
  SectionSchema,
} from "../../wire/section.ts";
import { authorOf } from "../author.ts";
import { type Call, type Route, route } from "../route.ts";

export const sectionRoutes: Route[] = [
  route({
    method: "GET",
    path: "/sections",
    summary: "List an app's sections in runbook order",
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
      const { services, actor, body } = call;
      const id = await services.performer.perform(
        "createSection",
        {
          actor,
          app: body.app,
          ref: body.ref ?? null,
          title: body.title,
          position: body.position ?? null,
        },
        authorOf(call),
      );
      return { status: 201, ...(await presentSingle(call, id)), location: `/sections/${id}` };
    },
  }),
  route({
    method: "GET",
    path: "/sections/:id",
    summary: "Get a section",
    role: "viewer",
    subject: "section",
    response: dataOf(SectionSchema),
    handle: (call) => presentSingle(call, call.id),
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
      await services.performer.perform("changeSection", { actor, id, ...body, ifMatch }, authorOf(call));
      return presentSingle(call, id);
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
      await services.performer.perform("deleteSection", { actor, id, ifMatch }, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];

async function presentSingle({ services, actor }: Pick<Call, "services" | "actor">, id: string) {
  const section = await getSection(services.reader, actor.reach, id);
  return { body: presentData(presentSection(section)), tag: sectionTag(section) };
}
