// /results
import type { z } from "zod";
import { type ResultEntry, recordResults } from "../../../actions/results/record-results.ts";
import { takeBackResult } from "../../../actions/results/take-back-result.ts";
import type { Reach } from "../../../domain/access/grant.ts";
import { MAX_RESULTS } from "../../../domain/limits.ts";
import { thousands } from "../../../lib/text/thousands.ts";
import { getApp, listApps } from "../../../storage/apps/apps.ts";
import { reachApps } from "../../../storage/apps/few-apps.ts";
import type { Reads } from "../../../storage/database/database.ts";
import { getShownResult } from "../../../storage/results/result-pages.ts";
import { isNarrowed } from "../../../storage/results/result-ranges.ts";
import { dataOf, pageSchema, presentData, presentList, presentPage } from "../../../wire/envelope.ts";
import {
  ListResultsQuery,
  presentResult,
  type RecordResultsBody,
  ResultSchema,
  ResultsBody,
} from "../../../wire/results/result.ts";
import { performOnce } from "../../pipeline/idempotency-header.ts";
import { cachedPage, openCursor, sealCursor } from "../../pipeline/paging.ts";
import { readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Route, route } from "../../pipeline/route.ts";
import { readResultFilter } from "./result-filter.ts";

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
      const { apps, page, context } = await readResultFilter(call, query);
      const below = openCursor<string>(call, context, query.cursor);
      return cachedPage(call, apps, async () => {
        const recorded = { ...page.recorded, below: below ?? page.recorded.below };
        const isLong = "reach" in page.of || page.of.length > SHORT.ranges || isNarrowed(page.filter);
        const wanted = { ...page, recorded, limit: query.limit };
        const { results, next } = await readInThread(call, isLong, "listResults", wanted);
        const shown = apps ?? (await listApps(services.reader, reachApps(actor.reach, results)));
        const names = new Map(shown.map((app) => [app.id, app.name]));
        return presentPage(
          results.map((result) => presentResult(result, names.get(result.appId)!)),
          next === null ? null : sealCursor(call, context, next),
        );
      });
    },
  }),
  route({
    method: "GET",
    path: "/results/:id",
    summary: "Get one result",
    role: "viewer",
    subject: "result",
    response: dataOf(ResultSchema),
    async handle({ services: { reader }, actor, id }) {
      return { body: presentData(await showResult(reader, actor.reach, id)) };
    },
  }),
];

/** A result as it is now. Throws `not_found`. */
export async function showResult(reader: Reads, reach: Reach, id: string): Promise<string> {
  const result = await getShownResult(reader, reach, id);
  return presentResult(result, (await getApp(reader, reach, result.appId)).name);
}

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
