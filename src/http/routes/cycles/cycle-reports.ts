// /cycles/:id/compare, /cycles/:id/report and /cycles/:id/burndown
import { addTally, emptyTally } from "../../../domain/status/summary.ts";
import { trendOf } from "../../../domain/status/trend.ts";
import { DAY_MS } from "../../../lib/clock.ts";
import { windowAt } from "../../../lib/time-window.ts";
import type { App } from "../../../storage/apps/apps.ts";
import { listCycleDays } from "../../../storage/cycles/cycle-days.ts";
import { type Cycle, getCycleOfApp, isOpen, type ReachedCycle, reachCycle } from "../../../storage/cycles/cycles.ts";
import { readShownCycle } from "../../../storage/cycles/shown-cycles.ts";
import { CompareQuery, ComparisonSchema } from "../../../wire/cycles/comparison.ts";
import { CycleReportSchema } from "../../../wire/cycles/cycle-report.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { ReportQuery } from "../../../wire/status/app-report.ts";
import { presentTrend, TrendSchema } from "../../../wire/status/trend.ts";
import { asBuffer, readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";
import { sendReport } from "../status/app-report.ts";

export const cycleReportRoutes: Route[] = [
  route({
    method: "GET",
    path: "/cycles/:id/compare",
    summary:
      "Compare a cycle with another of the same app: newly failed, newly passed, still failing, no longer tested",
    compressible: true,
    role: "viewer",
    subject: "cycle",
    query: CompareQuery,
    response: dataOf(ComparisonSchema),
    async handle(call) {
      const { app, cycle, version } = await find(call);
      const other = await getCycleOfApp(call.services.reader, app, call.query.with);
      return call.cached(version, async () =>
        asBuffer(await readInThread(call, isLong(app, cycle, other), "compareCycles", { cycle, other })),
      );
    },
  }),
  route({
    method: "GET",
    path: "/cycles/:id/report",
    summary:
      "Get the report of a cycle: everything in it, with tester, time, note, build, open issues and the release gate",
    compressible: true,
    role: "viewer",
    subject: "cycle",
    query: ReportQuery,
    response: dataOf(CycleReportSchema),
    async handle(call) {
      const { app, cycle, version } = await find(call);
      const asked = { id: cycle.id, name: `${app.name} ${cycle.name}`, isLong: isLong(app, cycle) };
      return sendReport(call, version, "cycleReport", asked);
    },
  }),
  route({
    method: "GET",
    path: "/cycles/:id/burndown",
    summary: "Get a cycle's counts at the end of each day, from its start until today or until it was closed",
    compressible: true,
    role: "viewer",
    subject: "cycle",
    response: dataOf(TrendSchema),
    async handle(call) {
      const { reader, clock } = call.services;
      const { app, cycle } = await find(call);
      const { tally } = await readShownCycle(reader, app, cycle);
      const counts = emptyTally();
      addTally(counts, tally);
      const { start: day } = windowAt(cycle.closedAt ?? clock(), DAY_MS);
      const known = (await listCycleDays(reader, cycle.id)).filter((one) => one.day < day);
      return { body: presentData(presentTrend(trendOf(known, { ...counts, day }, Number.POSITIVE_INFINITY))) };
    },
  }),
];

function find({ services: { reader }, actor, id }: Pick<Call, "services" | "actor" | "id">): Promise<ReachedCycle> {
  return reachCycle(reader, actor.reach, id);
}

function isLong(app: App, ...cycles: readonly Cycle[]): boolean {
  return cycles.some((cycle) => (isOpen(cycle) ? app.checks : cycle.final.checks) > SHORT.checks);
}
