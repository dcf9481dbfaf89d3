// /results
import type { z } from "zod";
import { type ResultEntry, recordResults } from "../../../actions/results/record-results.ts";
import { takeBackResult } from "../../../actions/results/take-back-result.ts";
import { requirePlatforms } from "../../../domain/apps/platforms.ts";
import { MAX_RESULTS } from "../../../domain/limits.ts";
import { thousands } from "../../../lib/text/thousands.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import { getApp, listApps } from "../../../storage/apps/apps.ts";
import { versionOf } from "../../../storage/etags.ts";
import type { ResultRange } from "../../../storage/results/results.ts";
import { dataOf, pageSchema, presentList, presentPage } from "../../../wire/envelope.ts";
import {
  ListResultsQuery,
  presentResult,
  type RecordResultsBody,
  ResultSchema,
  ResultsBody,
} from "../../../wire/results/result.ts";
import { performOnce } from "../../pipeline/idempotency-header.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Route, route } from "../../pipeline/route.ts";
import { findFilterCheck } from "../runbook/check-filter.ts";

type EntryBody = z.infer<typeof RecordResultsBody>["results"][number];

export const resultRoutes: Route[] = [
  route({
    method: "POST",
    path: "/results",
    summary: `Record a result, or a batch of up to ${thousands(MAX_RESULTS)}: all or nothing`,
    compressible: true,
    role: "tester",
    subject: "body.app",
    body: ResultsBody,
    response: dataOf(ResultSchema.array()),
    async handle(call) {
      const { actor, body } = call;
      const batch = "results" in body;
      const entries = (batch ? body.results : [body]).map(entryOf);
      const { output, headers } = await performOnce(call, recordResults, { actor, app: body.app, entries, batch });
      const { app, results } = output;
      const recorded = presentList(results.map((result) => presentResult(result, app.name)));
      return { status: 201, body: recorded, location: `/results?app=${app.id}`, headers };
    },
  }),
  route({
    method: "GET",
    path: "/results",
    summary: "List results, most recently recorded first",
    compressible: true,
    role: "viewer",
    query: ListResultsQuery,
    response: pageSchema(ResultSchema),
    async handle(call) {
      const { services, actor, query } = call;
      const named = query.app === undefined ? null : await getApp(services.reader, actor.reach, query.app);
      const check = query.check === undefined ? null : await findFilterCheck(call, named, query.check);
      const reached = named !== null ? [named] : await listApps(services.reader, actor.reach);
      const apps = check === null ? reached : reached.filter(({ id }) => id === check.appId);
      const ranges: ResultRange[] = [];
      for (const app of apps) {
        const { platforms } = await getAppConfig(services.reader, app);
        if (query.platform !== undefined && (named !== null || check !== null))
          requirePlatforms(platforms, [query.platform], "platform");
        const owner = check !== null ? { checkId: check.id } : { appId: app.id };
        for (const { code } of platforms) {
          if (query.platform === undefined || query.platform === code) ranges.push({ owner, platform: code });
        }
      }
      const context = ["results", actor.reach.workspaceId, named?.id ?? "", check?.id ?? "", query.platform ?? ""];
      const after = openCursor<string>(call, context, query.cursor);
      return call.cached(versionOf(apps), async () => {
        const input = { ranges, beforeId: after, limit: query.limit + 1 };
        const found = await readInThread(call, ranges.length > SHORT.ranges, "listResults", input);
        const { rows, nextCursor } = pageOf(call, context, found, query.limit, ({ id }) => id);
        const names = new Map(apps.map((app) => [app.id, app.name]));
        return presentPage(
          rows.map((row) => presentResult(row, names.get(row.appId)!)),
          nextCursor,
        );
      });
    },
  }),
];

/** Mounted for people only: what a tool reports is a fact of its run. */
export const takeBackRoutes: Route[] = [
  route({
    method: "DELETE",
    path: "/results/:id",
    summary: "Take back a result that you recorded by mistake",
    role: "tester",
    subject: "result",
    response: null,
    async handle({ services, actor, id }) {
      await services.performer.perform(takeBackResult, { actor, id });
      return { status: 204, body: null };
    },
  }),
];

function entryOf(entry: EntryBody): ResultEntry {
  return {
    check: entry.check,
    section: entry.section ?? null,
    platforms: entry.platforms ?? [],
    outcome: entry.outcome,
    note: entry.note ?? null,
    build: entry.build ?? null,
    ...(entry.cycle === undefined ? {} : { cycle: entry.cycle }),
  };
}
