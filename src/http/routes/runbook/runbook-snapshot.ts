// /apps/:id/runbook
import { getApp } from "../../../storage/apps/apps.ts";
import { versionOf } from "../../../storage/etags.ts";
import { dataOf } from "../../../wire/envelope.ts";
import { RunbookQuery, RunbookSchema } from "../../../wire/runbook/runbook-snapshot.ts";
import { asBuffer, readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Route, route } from "../../pipeline/route.ts";

export const runbookSnapshotRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/runbook",
    summary: "Get the whole runbook with every status, or what has changed since a revision",
    compressible: true,
    role: "viewer",
    subject: "app",
    cacheable: true,
    query: RunbookQuery,
    response: dataOf(RunbookSchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      const app = await getApp(services.reader, actor.reach, id);
      const input = { app, since: query.since ?? null };
      return call.cached(versionOf([app]), async () =>
        asBuffer(await readInThread(call, app.checks > SHORT.checks, "runbookSnapshot", input)),
      );
    },
  }),
];
