// Cycles as they are shown: with how they stand, what their sections are called, and who tests them.
import { emptyTally } from "../../domain/status/summary.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { tagOf } from "../../lib/etag.ts";
import type { App } from "../apps/apps.ts";
import type { Reads } from "../database/database.ts";
import { listSections } from "../runbook/sections.ts";
import { sumCycleTallies } from "./cycle-tallies.ts";
import { type CycleTester, listTesters } from "./cycle-testers.ts";
import { type CheckTally, type Cycle, isOpen, listCycleNames } from "./cycles.ts";

export interface ShownCycle {
  app: Pick<App, "id" | "name">;
  cycle: Cycle;
  tally: CheckTally;
  from: { id: string; name: string } | null;
  testers: CycleTester[];
}

/** The cycles of one app as they are shown, in the order given. */
export async function readShownCycles(db: Reads, app: App, cycles: readonly Cycle[]): Promise<ShownCycle[]> {
  const ids = cycles.map(({ id }) => id);
  const tallies = await sumCycleTallies(
    db,
    cycles.filter(isOpen).map(({ id }) => id),
  );
  const testers = groupBy(await listTesters(db, ids), ({ cycleId }) => cycleId);
  const names = await listCycleNames(
    db,
    cycles.flatMap(({ fromCycleId }) => fromCycleId ?? []),
  );
  const named = cycles.some((cycle) => isOpen(cycle) && cycle.sections !== null);
  const sections = new Map((named ? await listSections(db, app) : []).map((section) => [section.id, section]));
  return cycles.map((cycle) => {
    const { fromCycleId, final } = cycle;
    const { openIssues: _, ...closedWith } = final;
    return {
      app: { id: app.id, name: app.name },
      cycle: isOpen(cycle) ? { ...cycle, sections: nowCalled(cycle.sections, sections) } : cycle,
      tally: isOpen(cycle) ? (tallies.get(cycle.id) ?? { checks: 0, ...emptyTally() }) : closedWith,
      from: fromCycleId === null ? null : { id: fromCycleId, name: names.get(fromCycleId)! },
      testers: testers.get(cycle.id) ?? [],
    };
  });
}

export async function readShownCycle(db: Reads, app: App, cycle: Cycle): Promise<ShownCycle> {
  return (await readShownCycles(db, app, [cycle]))[0]!;
}

/** Is another whenever anything that is shown of it is. */
export function cycleTag(shown: ShownCycle): string {
  return tagOf("cycle", JSON.stringify(shown));
}

/** One that was deleted keeps the name that it had when the cycle was started. */
export function nowCalled(
  sections: Cycle["sections"],
  live: ReadonlyMap<string, { id: string; ref: string; title: string }>,
): Cycle["sections"] {
  if (sections === null) return null;
  return sections.map((section) => {
    const { id, ref, title } = live.get(section.id) ?? section;
    return { id, ref, title };
  });
}
