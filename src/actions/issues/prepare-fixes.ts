// What several fixes and reopenings of one app would ask for one by one is read ahead, in three journeys for all of them.
import type { Actor } from "../../domain/access/actor.ts";
import { expand } from "../../domain/apps/platforms.ts";
import { getAppConfig } from "../../storage/apps/app-config.ts";
import { readCycleStatusesAhead } from "../../storage/cycles/cycle-statuses.ts";
import type { Tx } from "../../storage/database/database.ts";
import { type FixPlace, findFixesAhead, readLatestFixesAhead } from "../../storage/issues/fixes-ahead.ts";
import { findReachedAppId } from "../../storage/issues/issues.ts";
import { readChangedAhead } from "../../storage/issues/read-changed-ahead.ts";
import { getChecksOfApps } from "../../storage/runbook/checks.ts";
import { readPlatformStatusesAhead } from "../../storage/status/platform-statuses.ts";
import { cacheSlots } from "../../storage/webhook/dedupe-slots.ts";

interface FixOrReopening {
  actor: Actor;
  id: string;
}

/** Throws `not_found`. */
export async function prepareFixes(tx: Tx, _now: number, inputs: readonly FixOrReopening[]): Promise<void> {
  const ids = new Set(inputs.map(({ id }) => id));
  const place = ids.size < 2 ? undefined : await findPlace(tx, inputs);
  if (place === undefined) return;
  const { app, issues } = await readChangedAhead(tx, place.reach, place.appId, [...ids]);
  const { platforms, openCycles } = await getAppConfig(tx, app);
  const onChecks = issues.filter((issue) => issue.checkId !== null);
  const places = onChecks.flatMap(({ id, checkId, platforms: codes }) =>
    expand(platforms, codes).map((platform) => ({ id, checkId: checkId!, platform })),
  );
  const wereFixed = places.filter(({ id }) => findFixesAhead(tx, id)!.length > 0);
  const checkIds = byPlatform(places);
  const slots = new Set(issues.flatMap(({ dedupeKey }) => dedupeKey ?? []));
  await Promise.all([
    readPlatformStatusesAhead(tx, checkIds),
    readCycleStatusesAhead(tx, openCycles, checkIds),
    readLatestFixesAhead(tx, wereFixed),
    slots.size === 0 ? undefined : cacheSlots(tx, app.id, [...slots]),
    getChecksOfApps(
      tx,
      onChecks.map(({ checkId }) => ({ app, id: checkId! })),
    ),
  ]);
}

/** The app of the issues, which all wait in its queue: whoever reaches it may take it. */
async function findPlace(tx: Tx, inputs: readonly FixOrReopening[]) {
  for (const {
    actor: { reach },
    id,
  } of inputs) {
    const appId = await findReachedAppId(tx, reach, id);
    if (appId !== undefined) return { reach, appId };
  }
  return undefined;
}

function byPlatform(places: readonly FixPlace[]): Map<string, Set<string>> {
  const checkIds = new Map<string, Set<string>>();
  for (const { checkId, platform } of places) {
    const known = checkIds.get(platform);
    if (known === undefined) checkIds.set(platform, new Set([checkId]));
    else known.add(checkId);
  }
  return checkIds;
}
