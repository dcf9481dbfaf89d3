// /apps/:id/trend
import { addTally, emptyTally } from "../../../domain/status/summary.ts";
import { trendOf } from "../../../domain/status/trend.ts";
import { DAY_MS } from "../../../lib/clock.ts";
import { windowAt } from "../../../lib/time-window.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { listSections } from "../../../storage/runbook/sections.ts";
import { listSnapshots } from "../../../storage/status/trend-days.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { presentTrend, TrendQuery, TrendSchema } from "../../../wire/status/trend.ts";
import { type Route, route } from "../../pipeline/route.ts";

export const trendRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/trend",
    summary: "Get an app's summary at the end of each of the last days, and of today",
    compressible: true,
    role: "viewer",
    subject: "app",
    query: TrendQuery,
    response: dataOf(TrendSchema),
    async handle({ services: { reader, clock }, actor, id, query: { days } }) {
      const app = await getApp(reader, actor.reach, id);
      const day = windowAt(clock(), DAY_MS).start;
      const known = await listSnapshots(reader, app, day - (days - 1) * DAY_MS, day);
      const tally = emptyTally();
      for (const section of await listSections(reader, app)) addTally(tally, section);
      return { body: presentData(presentTrend(trendOf(known, { ...tally, day }, days))) };
    },
  }),
];
