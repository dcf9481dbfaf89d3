// What the release gate is decided by for a cycle: how it, or some of its platforms, stands, and the issues open there.
import type { Status } from "../../domain/status/platform-status.ts";
import type { GateFigures } from "../../domain/status/release-gate.ts";
import { count, emptyTally, type Tally } from "../../domain/status/summary.ts";
import type { App } from "../apps/apps.ts";
import { placeholders, query, type Reads } from "../database/database.ts";
import { readAtOneRevision } from "../status/release-gate-figures.ts";
import { listIssuesOfCycle } from "./cycle-issues.ts";
import { sumCycleTally } from "./cycle-tallies.ts";
import { type Cycle, getCycleOfApp, isOpen } from "./cycles.ts";

/** `platforms` are codes; none means all of the cycle. */
export async function readCycleFigures(
  db: Reads,
  app: App,
  cycleId: string,
  platforms: readonly string[],
): Promise<GateFigures> {
  return readAtOneRevision(db, app, async (at) => {
    const cycle = await getCycleOfApp(db, at, cycleId);
    const tally = platforms.length > 0 ? await tallyOn(db, cycle, platforms) : await tallyOf(db, cycle);
    return { ...tally, openIssues: await countOpen(db, at, cycle, platforms) };
  });
}

async function tallyOf(db: Reads, cycle: Cycle): Promise<Tally> {
  const { passed, failed, needsRetest, untested, notApplicable } = isOpen(cycle)
    ? await sumCycleTally(db, cycle.id)
    : cycle.final;
  return { passed, failed, needsRetest, untested, notApplicable };
}

async function tallyOn(db: Reads, cycle: Cycle, platforms: readonly string[]): Promise<Tally> {
  const byStatus = query<{ status: Status; n: number }>(
    { status: "status", n: "count(*)" },
    `from ${rowsOf(cycle)} where cycle_id = ? and platform in (${placeholders(platforms.length)}) group by status`,
  );
  const tally = emptyTally();
  for (const { status, n } of await db.all(byStatus, cycle.id, ...platforms)) count(tally, status, n);
  return tally;
}

function rowsOf(cycle: Cycle): string {
  return isOpen(cycle) ? "cycle_status" : "frozen_status";
}

const frozenIssues = query<{ platform: string; issues: string }>(
  { platform: "platform", issues: "issues" },
  "from frozen_status where cycle_id = ? and issues <> '[]'",
);

async function countOpen(db: Reads, app: App, cycle: Cycle, platforms: readonly string[]): Promise<number> {
  const isAsked = (code: string) => platforms.length === 0 || platforms.includes(code);
  if (isOpen(cycle)) {
    const issues = await listIssuesOfCycle(db, app, cycle.id);
    return issues.filter((issue) => issue.platforms.some(isAsked)).length;
  }
  if (platforms.length === 0) return cycle.final.openIssues;
  const rows = (await db.all(frozenIssues, cycle.id)).filter(({ platform }) => isAsked(platform));
  return new Set(rows.flatMap(({ issues }) => JSON.parse(issues) as string[])).size;
}
