// A cycle in one compact piece, for a page that follows it: all of it is of the one revision that it names.
import type { Reach } from "../../domain/access/grant.ts";
import { getAppConfig } from "../apps/app-config.ts";
import { type App, getApp } from "../apps/apps.ts";
import type { Reads } from "../database/database.ts";
import { type RunbookSnapshot, readRunbookSnapshot, type SnapshotCheck } from "../runbook/runbook-snapshot.ts";
import { readAtOneRevision } from "../status/release-gate-figures.ts";
import { getCycleRunbook } from "./cycle-runbook.ts";
import { type Cycle, getCycle, isOpen } from "./cycles.ts";
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
      ...(isOpen(cycle) ? await readOpen(db, at, cycle, since) : await readClosed(db, reach, at, cycle)),
      shown,
    };
  });
}

async function readOpen(db: Reads, app: App, cycle: Cycle, since: number | null): Promise<RunbookSnapshot> {
  const runbook = await readRunbookSnapshot(db, app, since, cycle.id);
  const isNamed = ({ code }: { code: string }) => cycle.platforms === null || cycle.platforms.includes(code);
  return { ...runbook, platforms: runbook.platforms.filter(isNamed) };
}

async function readClosed(db: Reads, reach: Reach, app: App, { id }: Cycle): Promise<RunbookSnapshot> {
  const { platforms, sections } = await getCycleRunbook(db, reach, id);
  const labels = new Map((await getAppConfig(db, app)).platforms.map(({ code, label }) => [code, label]));
  return {
    revision: app.revision,
    isWhole: true,
    app: { id: app.id, name: app.name, mode: app.mode },
    platforms: platforms.map((code) => ({ code, label: labels.get(code) ?? code })),
    sections: sections.map(({ section }) => ({ id: section.id, ref: section.ref, title: section.title })),
    checks: sections.flatMap(({ checks }) =>
      checks.map(({ check, readings }): SnapshotCheck => {
        const { id: checkId, sectionId, ref, title, instructions } = check;
        const platformStatuses = new Map(
          readings.map(({ platform, status, openIssues }) => [platform, { status, openIssues }]),
        );
        return { id: checkId, sectionId, ref, title, hasInstructions: instructions !== null, platformStatuses };
      }),
    ),
  };
}
