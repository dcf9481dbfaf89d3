// /overview: every app with its summary, as the first page of the interface shows them.
import { emptyTally } from "../../../domain/status/summary.ts";
import { getAppConfigs } from "../../../storage/apps/app-config.ts";
import { type App, listApps } from "../../../storage/apps/apps.ts";
import { versionOf } from "../../../storage/etags.ts";
import { listAppTallies } from "../../../storage/runbook/sections.ts";
import { OverviewEntrySchema, presentOverviewEntry } from "../../../wire/apps/app.ts";
import { dataOf, presentList } from "../../../wire/envelope.ts";
import { type Route, route } from "../../pipeline/route.ts";

export const overviewRoutes: Route[] = [
  route({
    method: "GET",
    path: "/overview",
    summary: "List every app in reach with its summary, oldest first",
    compressible: true,
    role: "viewer",
    cacheable: true,
    response: dataOf(OverviewEntrySchema.array()),
    async handle(call) {
      const { reader } = call.services;
      const apps = await listApps(reader, call.actor.reach);
      return call.cached(versionOf(apps), async () => {
        const tallies = await listAppTallies(reader, call.actor.reach.workspaceId);
        const configs = await getAppConfigs(reader, apps);
        const tallyOf = ({ id }: App) => tallies.get(id) ?? emptyTally();
        return presentList(apps.map((app, i) => presentOverviewEntry(app, configs[i]!, tallyOf(app))));
      });
    },
  }),
];
