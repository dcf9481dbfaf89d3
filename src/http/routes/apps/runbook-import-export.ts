// /apps/import and /apps/:id/export: runbooks as files
import type { z } from "zod";
import { applyImport } from "../../../actions/apps/import-ahead.ts";
import { type Imported, type ImportRunbook, importRunbook } from "../../../actions/apps/import-runbook.ts";
import { MAX_RUNBOOK_BYTES } from "../../../domain/limits.ts";
import type { RunbookFile } from "../../../domain/runbook/runbook-file.ts";
import { findApp, getApp } from "../../../storage/apps/apps.ts";
import { getCycleOfApp } from "../../../storage/cycles/cycles.ts";
import { versionOf } from "../../../storage/etags.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import {
  askedReading,
  ExportQuery,
  ImportQuery,
  ImportSchema,
  presentImport,
  withNames,
} from "../../../wire/runbook/import-request.ts";
import { requireRunbook } from "../../../wire/runbook/read-runbook-in-thread.ts";
import { formatOfType, RUNBOOK_TYPES } from "../../../wire/runbook/runbook-format.ts";
import { ExportedRunbookSchema } from "../../../wire/runbook/runbook-schema.ts";
import { attachment } from "../../pipeline/attachment-header.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { asBuffer, readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { turnOf } from "../../pipeline/request-actor.ts";
import { type Call, fileRoute, type Route, route, type SentFile } from "../../pipeline/route.ts";

export const runbookRoutes: Route[] = [
  fileRoute({
    method: "POST",
    path: "/apps/import",
    summary: "Create or update an app from a runbook, or from another tool's export",
    compressible: true,
    role: "admin",
    subject: "query.app",
    bodyLimit: MAX_RUNBOOK_BYTES,
    query: ImportQuery,
    response: dataOf(ImportSchema),
    async handle(call) {
      const { services, actor, query, body } = call;
      const { app, dry_run: dryRun, prune } = query;
      // Whoever may not see the app learns nothing about the file either.
      if (app !== undefined) await getApp(services.reader, actor.reach, app);
      const read = await requireRunbook(body.bytes, askedReading(formatOfType(body.contentType), query), turnOf(actor));
      const file = withNames(read.file, query.name, query.platforms);
      const input = { actor, app: app ?? null, file, prune, dryRun };
      const imported =
        ((await isLongPlan(call, file)) ? await importPlanned(call, input) : null) ??
        (await services.performer.perform(importRunbook, input, authorOf(call)));
      const made = imported.created && imported.app !== null ? imported.app.id : null;
      return {
        status: made === null ? 200 : 201,
        body: presentData(JSON.stringify(presentImport(imported, read, dryRun))),
        ...(made === null ? {} : { location: `/apps/${made}` }),
      };
    },
  }),
  route({
    method: "GET",
    path: "/apps/:id/export",
    summary: "Get an app's runbook as a file",
    compressible: true,
    role: "viewer",
    subject: "app",
    query: ExportQuery,
    response: ExportedRunbookSchema,
    async handle(call) {
      const { services, actor, id, query } = call;
      const { format } = query;
      const app = await getApp(services.reader, actor.reach, id);
      const headers = { "content-type": RUNBOOK_TYPES[format], "content-disposition": attachment(app.name, format) };
      const cycle = query.cycle === undefined ? null : await getCycleOfApp(services.reader, app, query.cycle);
      const input = { reach: actor.reach, id: app.id, format, cycleId: cycle?.id ?? null };
      const write = async () => asBuffer(await readInThread(call, app.checks > SHORT.checks, "exportRunbook", input));
      return { ...(await call.cached(versionOf([app]), write)), headers };
    },
  }),
];

type ImportCall = Call<SentFile, z.infer<typeof ImportQuery>>;

async function isLongPlan({ services, actor, query }: ImportCall, { name, sections }: RunbookFile): Promise<boolean> {
  const checks = sections.reduce((sum, section) => sum + section.checks.length, 0);
  const app = await findApp(services.reader, actor.reach, query.app ?? name ?? "");
  return Math.max(checks, app?.checks ?? 0) > SHORT.checks;
}

/**
 * Planned on a thread, so that a transaction only has to write what changes. Null where it is to be done in one: for a new app, or when the
 * app was changed meanwhile.
 */
async function importPlanned(call: ImportCall, input: ImportRunbook): Promise<Imported | null> {
  const { clock, freePlanIssues, webhookRate, baseUrl, performer } = call.services;
  // Planning records nothing in the audit log.
  const vouching = { auditKeys: [""] as const, secretKeys: { secretKey: "", oldSecretKey: null } };
  const settings = { freePlanIssues, webhookRate, baseUrl, ...vouching };
  const planned = await readInThread(call, true, "planImport", { input, now: clock(), settings });
  if (planned === null) return null;
  const { imported, ahead } = planned;
  if (ahead === null) return imported;
  return (await performer.perform(applyImport, { ...ahead, actor: input.actor }, authorOf(call))) ? imported : null;
}
