// /apps/:id/copy, /sections/copy and /checks/copy
import { copyApp } from "../../../actions/apps/copy-app.ts";
import { copyChecks, copySections } from "../../../actions/runbook/copy-checks.ts";
import { MAX_BATCH_CHECKS } from "../../../domain/limits.ts";
import { thousands } from "../../../lib/text/thousands.ts";
import { AppSchema } from "../../../wire/apps/app.ts";
import { dataOf, presentList } from "../../../wire/envelope.ts";
import { CheckSchema, presentCheck } from "../../../wire/runbook/check.ts";
import { CopyAppBody, CopyChecksBody, CopySectionsBody } from "../../../wire/runbook/copy.ts";
import { presentSection, SectionSchema } from "../../../wire/runbook/section.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { performOnce } from "../../pipeline/idempotency-header.ts";
import { type Route, route } from "../../pipeline/route.ts";
import { presentSingleApp } from "../apps/apps.ts";

export const copyRoutes: Route[] = [
  route({
    method: "POST",
    path: "/apps/:id/copy",
    summary: "Create an app that is a copy of another one, with its runbook",
    role: "admin",
    unscoped: true,
    subject: "app",
    body: CopyAppBody,
    response: dataOf(AppSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const { name, prefix = null, with_not_applicable: notApplicable = true } = body;
      const input = { actor, app: call.id, name, prefix, notApplicable };
      const id = await services.performer.perform(copyApp, input, authorOf(call));
      return { status: 201, ...(await presentSingleApp(call, id)), location: `/apps/${id}` };
    },
  }),
  route({
    method: "POST",
    path: "/sections/copy",
    summary: "Copy sections with their checks into another app, or into the same: all or nothing",
    compressible: true,
    role: "admin",
    subject: "body.app",
    body: CopySectionsBody,
    response: dataOf(SectionSchema.array()),
    async handle(call) {
      const { app, from, sections, with_not_applicable: notApplicable = true } = call.body;
      const input = { actor: call.actor, app, from, sections, notApplicable };
      const { output, headers } = await performOnce(call, copySections, input, { author: authorOf(call) });
      const location = `/sections?app=${output[0]!.appId}`;
      return { status: 201, body: presentList(output.map(presentSection)), location, headers };
    },
  }),
  route({
    method: "POST",
    path: "/checks/copy",
    summary: `Copy up to ${thousands(MAX_BATCH_CHECKS)} checks into a section of another app, or of the same: all or nothing`,
    compressible: true,
    role: "admin",
    subject: "body.app",
    body: CopyChecksBody,
    response: dataOf(CheckSchema.array()),
    async handle(call) {
      const { position = null, after = null, with_not_applicable: notApplicable = true, ...named } = call.body;
      const input = { actor: call.actor, ...named, position, after, notApplicable };
      const { output, headers } = await performOnce(call, copyChecks, input, { author: authorOf(call) });
      const { app, platforms, checks } = output;
      const copies = checks.map((one) => presentCheck(app, platforms, one.check, one.platformStatuses));
      return { status: 201, body: presentList(copies), location: `/checks?app=${app.id}`, headers };
    },
  }),
];
