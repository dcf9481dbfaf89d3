// /checks
import type { z } from "zod";
import { archiveCheck, archiveChecks } from "../../../actions/archive/archive-checks.ts";
import { setNotApplicable } from "../../../actions/results/set-not-applicable.ts";
import { changeCheck } from "../../../actions/runbook/change-check.ts";
import { createChecks } from "../../../actions/runbook/create-checks.ts";
import type { NewCheck } from "../../../actions/runbook/runbook-entry.ts";
import { type Platform, requirePlatforms } from "../../../domain/apps/platforms.ts";
import { MAX_BATCH_BYTES, MAX_BATCH_CHECKS, MAX_PLATFORM_CHECKS_PER_PAGE } from "../../../domain/limits.ts";
import { pickSection } from "../../../domain/runbook/find-by-name.ts";
import { thousands } from "../../../lib/text/thousands.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { checkEtag, readCheck, versionOf } from "../../../storage/etags.ts";
import type { CheckPlace } from "../../../storage/runbook/check-pages.ts";
import { listSections } from "../../../storage/runbook/sections.ts";
import { dataOf, pageSchema, presentData, presentList, presentPage } from "../../../wire/envelope.ts";
import {
  ArchiveChecksBody,
  ArchivedSchema,
  ChangeCheckBody,
  CheckSchema,
  CreateCheckBody,
  CreateChecksBody,
  ListChecksQuery,
  type NewCheckBody,
  NotApplicableBody,
  presentCheck,
} from "../../../wire/runbook/check.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { performOnce } from "../../pipeline/idempotency-header.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

const MOST = thousands(MAX_BATCH_CHECKS);

export const checkRoutes: Route[] = [
  route({
    method: "GET",
    path: "/checks",
    summary: "List an app's checks in runbook order, each with its status per platform",
    compressible: true,
    role: "viewer",
    query: ListChecksQuery,
    response: pageSchema(CheckSchema),
    async handle(call) {
      const { services, actor, query } = call;
      const app = await getApp(services.reader, actor.reach, query.app);
      const sections = await listSections(services.reader, app);
      const sectionId = query.section === undefined ? undefined : pickSection(sections, query.section).id;
      if (query.platform !== undefined) {
        requirePlatforms((await getAppConfig(services.reader, app)).platforms, [query.platform], "platform");
      }
      const context = ["checks", app.id, sectionId ?? "", query.status ?? "", query.platform ?? ""];
      const after = openCursor<CheckPlace>(call, context, query.cursor);
      const { platforms } = await getAppConfig(services.reader, app);
      const limit = Math.min(query.limit, Math.floor(MAX_PLATFORM_CHECKS_PER_PAGE / platforms.length));
      const filter = { sectionId, status: query.status, platform: query.platform };
      return call.cached(versionOf([app]), async () => {
        const input = { app, filter, page: { after, limit: limit + 1 } };
        // A page is the next checks of the list, however many there are; those of a status may be far apart.
        const isLong = query.status !== undefined && app.checks > SHORT.checks;
        const found = await readInThread(call, isLong, "listChecks", input);
        const { rows, nextCursor } = pageOf(call, context, found, limit, ({ place }) => place);
        return presentPage(
          rows.map(({ shown }) => shown),
          nextCursor,
        );
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
      const { actor, body } = call;
      const { app, section, position = null, after = null } = body;
      const input = { actor, app, section, checks: [newCheckOf(body)], position, after, batch: false };
      const { output, headers } = await performOnce(call, createChecks, input, { author: authorOf(call) });
      const [created] = output.checks;
      const { check, platformStatuses } = created!;
      const tag = checkEtag(output.app, output.platforms, check, platformStatuses);
      const answer = presentData(presentCheck(output.app, output.platforms, check, platformStatuses));
      return { status: 201, body: answer, tag, location: `/checks/${check.id}`, headers };
    },
  }),
  route({
    method: "POST",
    path: "/checks/batch",
    summary: `Add up to ${MOST} checks to a section: all or nothing`,
    compressible: true,
    role: "admin",
    subject: "body.app",
    bodyLimit: MAX_BATCH_BYTES,
    body: CreateChecksBody,
    response: dataOf(CheckSchema.array()),
    async handle(call) {
      const { actor, body } = call;
      const { app, section, position = null, after = null } = body;
      const input = { actor, app, section, checks: body.checks.map(newCheckOf), position, after, batch: true };
      const { output, headers } = await performOnce(call, createChecks, input, { author: authorOf(call) });
      const created = output.checks.map(({ check, platformStatuses }) =>
        presentCheck(output.app, output.platforms, check, platformStatuses),
      );
      return { status: 201, body: presentList(created), location: `/checks?app=${output.app.id}`, headers };
    },
  }),
  route({
    method: "POST",
    path: "/checks/archive",
    summary: `Archive up to ${MOST} checks of an app: all or nothing`,
    role: "admin",
    subject: "body.app",
    body: ArchiveChecksBody,
    response: dataOf(ArchivedSchema),
    async handle(call) {
      const { actor, body } = call;
      const input = { actor, ...body };
      const { output, headers } = await performOnce(call, archiveChecks, input, { author: authorOf(call) });
      return { body: presentData(JSON.stringify({ archived: output })), headers };
    },
  }),
  route({
    method: "GET",
    path: "/checks/:id",
    summary: "Get a check",
    role: "viewer",
    subject: "check",
    response: dataOf(CheckSchema),
    handle: (call) => presentSingleCheck(call, call.id),
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
      await services.performer.perform(changeCheck, { actor, id, ...body, ifMatch }, authorOf(call));
      return presentSingleCheck(call, id);
    },
  }),
  route({
    method: "DELETE",
    path: "/checks/:id",
    summary: "Archive a check; its issues keep their reference to it",
    role: "admin",
    subject: "check",
    conditional: true,
    response: null,
    async handle(call) {
      const { services, actor, id, request } = call;
      const ifMatch = request.headers["if-match"];
      await services.performer.perform(archiveCheck, { actor, id, ifMatch }, authorOf(call));
      return { status: 204, body: null };
    },
  }),
  route({
    method: "PUT",
    path: "/checks/:id/not-applicable",
    summary: "Set the platforms on which a check is not applicable",
    role: "tester",
    subject: "check",
    body: NotApplicableBody,
    response: dataOf(CheckSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      await services.performer.perform(setNotApplicable, { actor, check: id, platforms: body.platforms });
      return presentSingleCheck(call, id);
    },
  }),
];

function newCheckOf({ ref, title, instructions, not_applicable }: z.infer<typeof NewCheckBody>): NewCheck {
  return { ref: ref ?? null, title, instructions: instructions ?? null, notApplicable: not_applicable ?? [] };
}

type Asking = Pick<Call, "services" | "actor">;

export async function presentSingleCheck({ services: { reader }, actor }: Asking, id: string) {
  const { app, check, platforms, platformStatuses, tag } = await readCheck(reader, actor.reach, id);
  return { body: presentData(presentCheck(app, codesOf(platforms), check, platformStatuses)), tag };
}

function codesOf(platforms: readonly Platform[]): string[] {
  return platforms.map(({ code }) => code);
}
