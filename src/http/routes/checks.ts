// /checks
import { MAX_PLATFORM_CHECKS_PER_PAGE } from "../../domain/limits.ts";
import { pickSection } from "../../domain/lookup.ts";
import { requirePlatforms } from "../../domain/platforms.ts";
import { type App, getApp } from "../../storage/apps.ts";
import { type CheckPlace, listChecks, type ShownCheck } from "../../storage/checks.ts";
import { listSections } from "../../storage/sections.ts";
import { getShape } from "../../storage/shapes.ts";
import { listShownStandings, type ShownStanding } from "../../storage/standings.ts";
import { readCheck, versionOf } from "../../storage/tags.ts";
import {
  ChangeCheckBody,
  CheckSchema,
  CreateCheckBody,
  ListChecksQuery,
  NotApplicableBody,
  presentCheck,
} from "../../wire/check.ts";
import { dataOf, pageOf as pageSchema, presentData, presentPage } from "../../wire/page.ts";
import { authorOf } from "../author.ts";
import { openCursor, pageOf } from "../paging.ts";
import { type Call, type Route, route } from "../route.ts";

export const checkRoutes: Route[] = [
  route({
    method: "GET",
    path: "/checks",
    summary: "List an app's checks in runbook order, each with its status per platform",
    role: "viewer",
    query: ListChecksQuery,
    response: pageSchema(CheckSchema),
    async handle(call) {
      const { services, actor, query } = call;
      const app = await getApp(services.reader, actor.reach, query.app);
      const sections = await listSections(services.reader, app);
      const sectionId = query.section === undefined ? undefined : pickSection(sections, query.section).id;
      if (query.platform !== undefined) {
        requirePlatforms((await getShape(services.reader, app)).platforms, [query.platform], "platform");
      }
      const context = ["checks", app.id, sectionId ?? "", query.status ?? "", query.platform ?? ""];
      const after = openCursor<CheckPlace>(services, context, query.cursor);
      const { platforms } = await getShape(services.reader, app);
      const limit = Math.min(query.limit, Math.floor(MAX_PLATFORM_CHECKS_PER_PAGE / platforms.length));
      const filter = { sectionId, status: query.status, platform: query.platform };
      return call.cached(versionOf([app]), async () => {
        const found = await listChecks(services.reader, app, filter, after, limit + 1);
        const { rows, nextCursor } = pageOf(services, context, found, limit, placeOf);
        return presentPage(await presentChecks(call, app, rows), nextCursor);
      });
    },
  }),
  route({
    method: "POST",
    path: "/checks",
    summary: "Add a check",
    role: "admin",
    subject: "body.app",
    body: CreateCheckBody,
    response: dataOf(CheckSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const id = await services.performer.perform(
        "createCheck",
        {
          actor,
          app: body.app,
          section: body.section,
          ref: body.ref ?? null,
          title: body.title,
          instructions: body.instructions ?? null,
          notApplicable: body.not_applicable ?? [],
          position: body.position ?? null,
        },
        authorOf(call),
      );
      return { status: 201, ...(await presentSingle(call, id)), location: `/checks/${id}` };
    },
  }),
  route({
    method: "GET",
    path: "/checks/:id",
    summary: "Get a check",
    role: "viewer",
    subject: "check",
    response: dataOf(CheckSchema),
    handle: (call) => presentSingle(call, call.id),
  }),
  route({
    method: "PATCH",
    path: "/checks/:id",
    summary: "Change or move a check",
    role: "admin",
    subject: "check",
    conditional: true,
    body: ChangeCheckBody,
    response: dataOf(CheckSchema),
    async handle(call) {
      const { services, actor, id, body, request } = call;
      const ifMatch = request.headers["if-match"];
      await services.performer.perform("changeCheck", { actor, id, ...body, ifMatch }, authorOf(call));
      return presentSingle(call, id);
    },
  }),
  route({
    method: "DELETE",
    path: "/checks/:id",
    summary: "Archive a check: it leaves the runbook, its issues keep it",
    role: "admin",
    subject: "check",
    conditional: true,
    response: null,
    async handle(call) {
      const { services, actor, id, request } = call;
      const ifMatch = request.headers["if-match"];
      await services.performer.perform("archiveCheck", { actor, id, ifMatch }, authorOf(call));
      return { status: 204, body: null };
    },
  }),
  route({
    method: "PUT",
    path: "/checks/:id/not-applicable",
    summary: "Say on which platforms a check is not applicable",
    role: "tester",
    subject: "check",
    body: NotApplicableBody,
    response: dataOf(CheckSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      await services.performer.perform("setNotApplicable", { actor, check: id, platforms: body.platforms });
      return presentSingle(call, id);
    },
  }),
];

type Asking = Pick<Call, "services" | "actor">;

async function presentSingle({ services: { reader }, actor }: Asking, id: string) {
  const { app, check, platforms, standings, tag } = await readCheck(reader, actor.reach, id);
  return { body: presentData(presentCheck(app, platforms, check, standings)), tag };
}

function placeOf({ sectionPosition, position, id }: ShownCheck): CheckPlace {
  return { sectionPosition, position, id };
}

async function presentChecks({ services }: Asking, app: App, checks: readonly ShownCheck[]): Promise<string[]> {
  const { platforms } = await getShape(services.reader, app);
  const standings = new Map<string, ShownStanding[]>(checks.map((check) => [check.id, []]));
  for (const standing of await listShownStandings(services.reader, [...standings.keys()])) {
    standings.get(standing.checkId)!.push(standing);
  }
  return checks.map((check) => presentCheck(app, platforms, check, standings.get(check.id)!));
}
