// The runbook of a cycle: what is in its scope, read a piece at a time and as of one revision, with how everything reads in it.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Reach } from "../../domain/access/grant.ts";
import { getAppConfig } from "../apps/app-config.ts";
import { type App, getApp } from "../apps/apps.ts";
import type { Reads } from "../database/database.ts";
import type { CheckPlace } from "../runbook/checks.ts";
import { readAtOneRevision } from "../status/release-gate-figures.ts";
import {
  type CycleCheck,
  type CyclePlatformStatus,
  listCycleChecks,
  listCycleReadings,
  listPlatformsOfCycle,
} from "./cycle-checks.ts";
import { type CycleSection, listCycleSections } from "./cycle-tallies.ts";
import { type Cycle, getCycle } from "./cycles.ts";

export interface CycleRunbook {
  app: App;
  cycle: Cycle;
  /** Codes, in their order. */
  platforms: string[];
  sections: { section: CycleSection; checks: { check: CycleCheck; readings: CyclePlatformStatus[] }[] }[];
}

const AT_ONCE = 200;

/** Throws `not_found`. */
export async function getCycleRunbook(db: Reads, reach: Reach, id: string): Promise<CycleRunbook> {
  const app = await getApp(db, reach, (await getCycle(db, reach, id)).appId);
  return readAtOneRevision(db, app, async (at) => readCycleRunbook(db, at, await getCycle(db, reach, id)));
}

async function readCycleRunbook(db: Reads, app: App, cycle: Cycle): Promise<CycleRunbook> {
  const platforms = await listPlatformsOfCycle(db, cycle, (await getAppConfig(db, app)).platforms);
  const sections: CycleRunbook["sections"] = (await listCycleSections(db, cycle.id)).map((section) => ({
    section,
    checks: [],
  }));
  const byId = new Map(sections.map((one) => [one.section.id, one]));
  let after: CheckPlace | null = null;
  for (;;) {
    const page: CycleCheck[] = await listCycleChecks(db, app, cycle, {}, after, AT_ONCE);
    const ids = page.map(({ id }) => id);
    const readings = await listCycleReadings(db, cycle, ids);
    for (const check of page) byId.get(check.sectionId)?.checks.push({ check, readings: readings.get(check.id) ?? [] });
    if (page.length < AT_ONCE) return { app, cycle, platforms, sections };
    after = page.at(-1)!;
    // The embedded database answers at once: without this nobody else would have a turn.
    await yieldToEventLoop();
  }
}
