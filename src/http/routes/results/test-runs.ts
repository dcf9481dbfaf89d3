// /results/report, /results/junit and /results/ctrf: the results of a test run, as its tool has written them
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { z } from "zod";
import { recordTestRun } from "../../../actions/results/record-test-run.ts";
import { requirePlatforms } from "../../../domain/apps/platforms.ts";
import { cycleClosed } from "../../../domain/cycles/cycle.ts";
import { Fault } from "../../../domain/fault.ts";
import { MAX_RUN_BYTES } from "../../../domain/limits.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import { type App, getApp } from "../../../storage/apps/apps.ts";
import { getCycleOfApp, isOpen } from "../../../storage/cycles/cycles.ts";
import type { Reads } from "../../../storage/database/database.ts";
import { readNamedChecks } from "../../../storage/runbook/check-names.ts";
import { listSections } from "../../../storage/runbook/sections.ts";
import { dataOf } from "../../../wire/envelope.ts";
import { type OpenTestRunParser, openTestRunParser } from "../../../wire/results/parse-test-run-in-thread.ts";
import type { RunFormat } from "../../../wire/results/reports/report-formats.ts";
import { type PresentedRun, RunSchema, runAnswer } from "../../../wire/results/test-run-answer.ts";
import { RunQuery } from "../../../wire/results/upload-request.ts";
import { performOnce, wasDone } from "../../pipeline/idempotency-header.ts";
import { requirePlainEncoding } from "../../pipeline/read-request.ts";
import { turnOf } from "../../pipeline/request-actor.ts";
import { type Call, type Reply, type Route, route } from "../../pipeline/route.ts";
import type { Upload } from "../../pipeline/uploads.ts";
import { tooFewMatched } from "./too-few-matched.ts";

type RunCall = Call<undefined, z.infer<typeof RunQuery>>;

export const testRunRoutes: Route[] = [
  runRoute(null, "Record the results of a test run, in any format that is read; the body is the file itself"),
  runRoute("junit", "Record the results of a test run in JUnit XML; the body is the file itself"),
  runRoute("ctrf", "Record the results of a test run in CTRF; the body is the file itself"),
];

/** The route for test runs of a format; without one the file itself says what it is. */
function runRoute(format: RunFormat | null, summary: string): Route {
  return route({
    method: "POST",
    path: `/results/${format ?? "report"}`,
    summary,
    compressible: true,
    role: "tester",
    subject: "query.app",
    takesFile: "stream",
    query: RunQuery,
    response: dataOf(RunSchema),
    handle: (call) => take(call, format),
  });
}

/** How often a runbook that was changed meanwhile is read again. */
const ATTEMPTS = 3;

async function take(call: RunCall, format: RunFormat | null): Promise<Reply> {
  const { services, actor, query, request } = call;
  requirePlainEncoding(request.headers["content-encoding"], "invalid_request", "the file");
  // Whoever may not see the app learns nothing about the file either.
  const app = await getApp(services.reader, actor.reach, query.app);
  requirePlatforms((await getAppConfig(services.reader, app)).platforms, query.platforms);
  await findOpenCycle(services.reader, app, query.cycle);
  const who = turnOf(actor);
  return services.uploads.take(request, who, async (upload) => {
    if ((upload.announced ?? 0) > MAX_RUN_BYTES) throw tooLarge();
    const parser = openTestRunParser(format, { bytes: upload.announced, checks: app.checks }, who);
    try {
      await readFile(parser, upload);
      const admitted = { ...call, actor: await call.admitAgain() };
      return await recordPlanned(admitted, parser, { format, hash: upload.hash(), ...query });
    } finally {
      await parser.close();
    }
  });
}

/** The id of the cycle that is named, if one is. Throws `not_found`, `cycle_closed`. */
async function findOpenCycle(reader: Reads, app: App, name: string | undefined): Promise<string | null> {
  if (name === undefined) return null;
  const cycle = await getCycleOfApp(reader, app, name);
  if (!isOpen(cycle)) throw cycleClosed(cycle.name);
  return cycle.id;
}

/** The next piece is asked for when this one was read: what comes faster waits in the connection. */
async function readFile(parser: OpenTestRunParser, upload: Upload): Promise<void> {
  for await (const bytes of upload.bytes(await upload.head(1), MAX_RUN_BYTES, tooLarge)) {
    await parser.send({ kind: "bytes", bytes });
  }
  if (upload.size === 0) throw new Fault("invalid_request", "The body is empty: send the file.");
  await parser.send({ kind: "end" });
}

/** Records a run that was planned; `asked` is all that the request says. */
async function recordPlanned(call: RunCall, parser: OpenTestRunParser, asked: object): Promise<Reply> {
  const { services, actor, query } = call;
  // Once some of it is recorded, the rest is, too, and what the same request has recorded before is answered.
  let isBegun = false;
  const begin = () => {
    isBegun = true;
  };
  for (let attempt = 1; ; attempt++) {
    const app = await getApp(services.reader, actor.reach, query.app);
    const run = await plan(call, parser, app);
    const tooFew = isBegun ? null : tooFewMatched(run, query.min_matched);
    if (tooFew !== null && (query.dry_run || !(await wasDone(call, recordTestRun, asked)))) throw tooFew;
    const body = runAnswer(app, query.dry_run, run);
    if (query.dry_run || run.counts.results === 0) return { body };
    try {
      const headers = await record(call, app, run, asked, begin);
      return { status: 201, body, location: `/results?app=${app.id}`, ...(headers === undefined ? {} : { headers }) };
    } catch (error) {
      if (!(error instanceof Fault && error.code === "in_progress") || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Part by part: who repeats the request with its key after it was cut off has only the rest recorded. The last part has the
 * key itself, so that it is there once all is done. Gives the headers of the last.
 */
async function record(call: RunCall, app: App, run: PresentedRun, asked: object, begin: () => void) {
  const { actor, query } = call;
  const { id, structureRevision } = app;
  const last = run.results.length - 1;
  const parts = (await wasDone(call, recordTestRun, asked)) ? [last] : run.results.keys();
  let headers: Record<string, string> | undefined;
  for (const i of parts) {
    const { build = null, cycle } = query;
    const named = cycle === undefined ? {} : { cycle };
    const input = { actor, app: id, structureRevision, build, ...named, results: run.results[i]! };
    const part = i === last ? "" : ` ${structureRevision}.${i}`;
    ({ headers } = await performOnce(call, recordTestRun, input, { asked, part }));
    begin();
  }
  return headers;
}

async function plan({ services, query }: RunCall, parser: OpenTestRunParser, app: App): Promise<PresentedRun> {
  const { platforms } = await getAppConfig(services.reader, app);
  const sections = (await listSections(services.reader, app)).map(({ id, ref, title }) => ({ id, ref, title }));
  await parser.send({ kind: "app", platforms: platforms.map(({ code }) => code), sections });
  const cycleId = await findOpenCycle(services.reader, app, query.cycle);
  for await (const rows of readNamedChecks(services.reader, app, cycleId)) {
    const checks = rows.map(({ marks, inCycle, ...check }) => ({
      ...check,
      notApplicable: marks?.split(",") ?? [],
      inCycle: cycleId === null ? null : (inCycle?.split(",") ?? []),
    }));
    await parser.send({ kind: "checks", checks });
    await yieldToEventLoop();
  }
  return (await parser.send({ kind: "plan", platforms: query.platforms, note: query.run ?? null }))!;
}

function tooLarge(): Fault {
  return new Fault("too_large", `The file is too large: at most ${MAX_RUN_BYTES} bytes are accepted; split it.`);
}
