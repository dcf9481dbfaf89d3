// What a list of results is narrowed down to, from what its query says.
import type { z } from "zod";
import { requirePlatforms } from "../../../domain/apps/platforms.ts";
import { Fault } from "../../../domain/fault.ts";
import { ANY_TIME, firstIdAt } from "../../../lib/ids.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import { type App, getApp } from "../../../storage/apps/apps.ts";
import { listFewApps, reachApps } from "../../../storage/apps/few-apps.ts";
import { type Cycle, getCycleOfApp, reachCycle } from "../../../storage/cycles/cycles.ts";
import type { ResultPageQuery } from "../../../storage/results/result-pages.ts";
import type { ResultRange } from "../../../storage/results/result-ranges.ts";
import type { Check } from "../../../storage/runbook/checks.ts";
import type { ListResultsQuery } from "../../../wire/results/result.ts";
import type { Call } from "../../pipeline/route.ts";
import { findFilterCheck } from "../runbook/check-filter.ts";

type Query = Omit<z.infer<typeof ListResultsQuery>, "limit" | "cursor">;

export interface ReadResultFilter {
  /** The apps whose results are listed; undefined for every app in reach. */
  apps: App[] | undefined;
  page: Omit<ResultPageQuery, "limit">;
  /** What a cursor is bound to. */
  context: string[];
}

/** Throws `not_found`, `invalid_request`, `unknown_platform`. */
export async function readResultFilter(call: Call, query: Query): Promise<ReadResultFilter> {
  const { services, actor } = call;
  const named = query.app === undefined ? null : await getApp(services.reader, actor.reach, query.app);
  const check = query.check === undefined ? null : await findFilterCheck(call, named, query.check);
  const cycle = query.cycle === undefined ? null : await findFilterCycle(call, named, query.cycle);
  const owners = [check, cycle].filter((thing) => thing !== null);
  const reach = owners.length === 0 ? actor.reach : reachApps(actor.reach, owners);
  const reached = named !== null ? [named] : await listFewApps(services.reader, reach);
  const apps = reached?.filter(({ id }) => owners.every(({ appId }) => appId === id));
  const isOfOneApp = named !== null || owners.length > 0;
  const { outcome = null, tester: recordedBy = null, build = null, since, until } = query;
  const narrowing = [outcome, recordedBy, build, cycle?.id, since, until];
  return {
    apps,
    page: {
      of:
        apps === undefined
          ? { reach, platform: query.platform ?? null }
          : await rangesOf(call, apps, { check, platform: query.platform, isOfOneApp }),
      filter: { outcome, recordedBy, build, cycleId: cycle?.id ?? null },
      recorded: recordedBetween(since, until, cycle),
    },
    context: [
      ...["results", actor.reach.workspaceId, named?.id ?? "", check?.id ?? "", query.platform ?? ""],
      ...(narrowing.every((part) => part === null || part === undefined)
        ? []
        : narrowing.map((part) => JSON.stringify(part ?? null))),
    ],
  };
}

/** A cycle by its id, which is enough by itself, or by its name within an app. */
async function findFilterCycle({ services, actor }: Call, app: App | null, name: string): Promise<Cycle> {
  if (app !== null) return getCycleOfApp(services.reader, app, name);
  if (name.startsWith("cyc_")) return (await reachCycle(services.reader, actor.reach, name)).cycle;
  throw new Fault("invalid_request", "cycle: a name needs app too; without app, give the cycle's id.");
}

interface AskedRanges {
  check: Check | null;
  platform: string | undefined;
  /** Then the platform must be one of the app's; several apps need not all have it. */
  isOfOneApp: boolean;
}

async function rangesOf(
  { services }: Call,
  apps: readonly App[],
  { check, platform, isOfOneApp }: AskedRanges,
): Promise<ResultRange[]> {
  const ranges: ResultRange[] = [];
  for (const app of apps) {
    const { platforms } = await getAppConfig(services.reader, app);
    if (platform !== undefined && isOfOneApp) requirePlatforms(platforms, [platform], "platform");
    const owner = check !== null ? { checkId: check.id } : { appId: app.id };
    for (const { code } of platforms) {
      if (platform === undefined || platform === code) ranges.push({ owner, platform: code });
    }
  }
  return ranges;
}

/** The range of ids, which sort by time. Results of a cycle were recorded while it was open, so nothing else is looked at. */
function recordedBetween(since: number | undefined, until: number | undefined, cycle: Cycle | null) {
  const from = Math.max(since ?? 0, cycle?.startedAt ?? 0);
  const below = Math.min(until ?? Number.POSITIVE_INFINITY, (cycle?.closedAt ?? Number.POSITIVE_INFINITY) + 1);
  return {
    from: from === 0 ? ANY_TIME.from : firstIdAt("res", from),
    below: below === Number.POSITIVE_INFINITY ? ANY_TIME.below : firstIdAt("res", below),
  };
}
