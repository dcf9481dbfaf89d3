// A cycle in one compact piece, for a page that follows it: all of it is of the one revision that it names.
import type { Reach } from "../../domain/access/grant.ts";
import { getAppConfig } from "../apps/app-config.ts";
import type { App } from "../apps/apps.ts";
import { query, type Reads } from "../database/database.ts";
import {
  platformStatusReader,
  type RunbookSnapshot,
  readRunbookSnapshot,
  type SnapshotCheck,
} from "../runbook/runbook-snapshot.ts";
import { FROZEN_ISSUES } from "./cycle-checks.ts";
import { listCycleSections } from "./cycle-tallies.ts";
import { type Cycle, isOpen, platformsOfCycle, type ReachedCycle, reachCycle } from "./cycles.ts";
import { readShownCycle, type ShownCycle } from "./shown-cycles.ts";

/** Whoever reads while others write all the time is given what was read last. */
const ATTEMPTS = 10;

/** Checks have statuses only on the platforms on which they are in the cycle. */
export interface CycleSnapshot extends RunbookSnapshot {
  shown: ShownCycle;
}

/**
 * What changed in a cycle after the revision `since`; all of a closed one. The rows are read last: if they are of the
 * revision at which the cycle was reached, so is all that was read before them. Throws `not_found`.
 */
export async function readCycleSnapshot(db: Reads, first: ReachedCycle, since: number | null): Promise<CycleSnapshot> {
  const reach: Reach = { workspaceId: first.app.workspaceId, apps: [first.app.id] };
  for (let attempt = 1, reached = first; ; attempt++, reached = await reachCycle(db, reach, first.cycle.id)) {
    const { app, cycle } = reached;
    const shown = await readShownCycle(db, app, cycle);
    // Nothing writes to a closed cycle.
    if (!isOpen(cycle)) return { ...(await readClosed(db, app, cycle)), shown };
    const rows = await readOpen(db, app, cycle, since);
    if (rows.revision === app.revision || attempt >= ATTEMPTS) return { ...rows, shown };
  }
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
    statuses: "s.statuses",
  },
  `from (select k.check_id, string_agg(k.status || ' ' || ${FROZEN_ISSUES} || ' ' || k.platform, ',') as statuses
      from frozen_status k where k.cycle_id = ? group by k.check_id) s
    join frozen_check c on c.check_id = s.check_id where c.cycle_id = ? order by c.position`,
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
    checks: (await db.all(frozenChecks, cycle.id, cycle.id)).map(({ statuses, hasInstructions, ...check }) => ({
      ...check,
      hasInstructions: hasInstructions === 1,
      platformStatuses: readPlatformStatuses(statuses),
    })),
  };
}
