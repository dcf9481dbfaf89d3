// /apps/:id/gate
import { requirePlatforms } from "../../../domain/apps/platforms.ts";
import type { Thresholds } from "../../../domain/status/release-gate.ts";
import type { Awaitable } from "../../../lib/async/awaitable.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import { type App, getApp } from "../../../storage/apps/apps.ts";
import { type Cycle, getCycleOfApp, platformsOfCycle } from "../../../storage/cycles/cycles.ts";
import { versionOf } from "../../../storage/etags.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { GateQuery, GateSchema, presentGate } from "../../../wire/status/release-gate.ts";
import { readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Call, type Reply, type Route, route } from "../../pipeline/route.ts";

export const gateRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/gate",
    summary: "Ask whether an app, or some of its platforms, is good enough to ship",
    role: "viewer",
    subject: "app",
    query: GateQuery,
    response: dataOf(GateSchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      const { reader } = services;
      const app = await getApp(reader, actor.reach, id);
      const { platforms } = await getAppConfig(reader, app);
      const asked = requirePlatforms(platforms, [...query.platforms, ...query.platform]);
      const thresholds = { percent: query.percent, maxFailed: query.max_failed, maxOpen: query.max_open };
      const cycle = query.cycle === undefined ? null : await getCycleOfApp(reader, app, query.cycle);
      if (cycle !== null) return gateOfCycle(call, app, cycle, asked, thresholds);
      const looked = asked.length > 0 ? asked : platforms.map(({ code }) => code);
      const isLong = asked.length > 0 && (app.checks > SHORT.checks || app.openIssues > SHORT.issues);
      const input = { app, platforms: [...asked], maxOpen: thresholds.maxOpen };
      return call.cached(versionOf([app]), async () => {
        const figures = await readInThread(call, isLong, "readGateFigures", input);
        const gate = presentGate(app, looked, thresholds, figures);
        return presentData(JSON.stringify(gate));
      });
    },
  }),
];

function gateOfCycle(call: Call, app: App, cycle: Cycle, asked: string[], thresholds: Thresholds): Awaitable<Reply> {
  const { reader } = call.services;
  const input = { app, cycleId: cycle.id, platforms: asked };
  return call.cached(versionOf([app]), async () => {
    const { platforms } = await getAppConfig(reader, app);
    const looked = asked.length > 0 ? asked : platformsOfCycle(cycle, platforms);
    const figures = await readInThread(call, app.checks > SHORT.checks, "readCycleFigures", input);
    const gate = presentGate(app, looked, thresholds, figures, cycle);
    return presentData(JSON.stringify(gate));
  });
}
