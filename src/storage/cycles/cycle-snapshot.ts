// A cycle in one compact piece, for a page that follows it: all of it is of the one revision that it names.
import type { Reach } from "../../domain/access/grant.ts";
import { getAppConfig } from "../apps/app-config.ts";
import { type App, getApp } from "../apps/apps.ts";
import { query, type Reads } from "../database/database.ts";
import {
  platformStatusReader,
  type RunbookSnapshot,
  readRunbookSnapshot,
  type SnapshotCheck,
} from "../runbook/runbook-snapshot.ts";
import { readAtOneRevision } from "../status/release-gate-figures.ts";
import { FROZEN_ISSUES } from "./cycle-checks.ts";
import { listCycleSections } from "./cycle-tallies.ts";
import { type Cycle, getCycle, isOpen, platformsOfCycle } from "./cycles.ts";
import { readShownCycle, type ShownCycle } from "./shown-cycles.ts";

/** Checks have statuses only on the platforms on which they are in the cycle. */
export interface CycleSnapshot extends RunbookSnapshot {
  shown: ShownCycle;
}

/** What changed after the revision `since`, as of an app's runbook; of a closed cycle always all of it. Throws `not_found`. */
export async function readCycleSnapshot(
  db: Reads,
  reach: Reach,
  id: string,
  since: number | null,
): Promise<CycleSnapshot> {
  const app = await getApp(db, reach, (await getCycle(db, reach, id)).appId);
  return readAtOneRevision(db, app, async (at) => {
    const cycle = await getCycle(db, reach, id);
    const shown = await readShownCycle(db, at, cycle);
    return {
      ...(isOpen(cycle) ? await readOpen(db, at, cycle, since) : await readClosed(db, at, cycle)),
      shown,
    };
  });
}

async function readOpen(db: Reads, app: App, cycle: Cycle, since: number | null): Promise<RunbookSnapshot> {
  const runbook = await readRunbookSnapshot(db, app, since, cycle.id);
  const isNamed = ({ code }: { code: string }) => cycle.platforms === null || cycle.platforms.includes(code);
  return { ...runbook, platforms: runbook.platforms.filter(isNamed) };
}

interface FrozenCheck extends Omit<SnapshotCheck, "hasInstructions" | "platformStatuses"> {
  hasInstructions: number;
  statuses: string;
}

/** One text for the statuses of a check, as of an app's runbook. */
const frozenChecks = query<FrozenCheck>(
  {
    id: "c.check_id",
    sectionId: "c.section_id",
    ref: "c.ref",
    title: "c.title",
    hasInstructions: "case when c.instructions is null then 0 else 1 end",
    statuses: `(select string_agg(k.status || ' ' || ${FROZEN_ISSUES} || ' ' || k.platform, ',')
      from frozen_status k where k.cycle_id = c.cycle_id and k.check_id = c.check_id)`,
  },
  "from frozen_check c where c.cycle_id = ? order by c.position",
);

async function readClosed(db: Reads, app: App, cycle: Cycle): Promise<RunbookSnapshot> {
  const { platforms } = await getAppConfig(db, app);
  const labels = new Map(platforms.map(({ code, label }) => [code, label]));
  const readPlatformStatuses = platformStatusReader();
  return {
    revision: app.revision,
    isWhole: true,
    app: { id: app.id, name: app.name, mode: app.mode },
    platforms: platformsOfCycle(cycle, platforms).map((code) => ({
      code,
      label: labels.get(code) ?? code,
    })),
    sections: (await listCycleSections(db, cycle.id)).map(({ id, ref, title }) => ({ id, ref, title })),
    checks: (await db.all(frozenChecks, cycle.id)).map(({ statuses, hasInstructions, ...check }) => ({
      ...check,
      hasInstructions: hasInstructions === 1,
      platformStatuses: readPlatformStatuses(statuses),
    })),
  };
}
