// The runbook of a cycle: what is in its scope, read a piece at a time and as of one revision, with how everything reads in it.
import type { Reach } from "../../domain/access/grant.ts";
import { getAppConfig } from "../apps/app-config.ts";
import type { App } from "../apps/apps.ts";
import type { Reads } from "../database/database.ts";
import { readBySection } from "../runbook/read-by-section.ts";
import { readAtOneRevision } from "../status/release-gate-figures.ts";
import { type CycleCheck, type CyclePlatformStatus, listCycleChecks } from "./cycle-checks.ts";
import { type CycleSection, listCycleSections } from "./cycle-tallies.ts";
import { type Cycle, platformsOfCycle, type ReachedCycle, reachCycle } from "./cycles.ts";

export interface CycleRunbook<Reading = CyclePlatformStatus> {
  app: App;
  cycle: Cycle;
  /** Codes in the app's order. */
  platforms: string[];
  sections: { section: CycleSection; checks: { check: CycleCheck; readings: Reading[] }[] }[];
}

/** Reads what is shown of each check's platforms, under the check's id. */
type ListReadings<Reading> = (db: Reads, cycle: Cycle, checkIds: readonly string[]) => Promise<Map<string, Reading[]>>;

/** Throws `not_found`. */
export async function getCycleRunbook<Reading>(
  db: Reads,
  reach: Reach,
  id: string,
  list: ListReadings<Reading>,
): Promise<CycleRunbook<Reading>> {
  return readCycleAtOneRevision(db, reach, id, ({ app, cycle }) => readCycleRunbook(db, app, cycle, list));
}

/** What `read` gives for the cycle as it is: read again when something was written to its app in between. Throws `not_found`. */
export async function readCycleAtOneRevision<Read>(
  db: Reads,
  reach: Reach,
  id: string,
  read: (reached: ReachedCycle) => Promise<Read>,
): Promise<Read> {
  const first = await reachCycle(db, reach, id);
  return readAtOneRevision(db, first.app, async (app) =>
    read(app === first.app ? first : await reachCycle(db, reach, id)),
  );
}

export async function readCycleRunbook<Reading>(
  db: Reads,
  app: App,
  cycle: Cycle,
  list: ListReadings<Reading>,
): Promise<CycleRunbook<Reading>> {
  const platforms = platformsOfCycle(cycle, (await getAppConfig(db, app)).platforms);
  const sections = await readBySection(
    await listCycleSections(db, cycle.id),
    (page) => listCycleChecks(db, app, cycle, {}, page),
    async (page) => {
      const ids = page.map(({ id }) => id);
      const readings = await list(db, cycle, ids);
      return page.map((check) => ({ check, readings: readings.get(check.id) ?? [] }));
    },
  );
  return { app, cycle, platforms, sections };
}
