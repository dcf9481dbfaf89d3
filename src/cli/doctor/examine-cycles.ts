// What the doctor examines of cycles: whether each open cycle reads what the rules say of the facts, and each closed one is what it was closed with.
import type { AppConfig, OpenCycle } from "../../domain/apps/app-config.ts";
import { countsFor } from "../../domain/cycles/counting-results.ts";
import { isInScope } from "../../domain/cycles/cycle.ts";
import { cycleStatus } from "../../domain/cycles/cycle-status.ts";
import { MAX_CYCLES } from "../../domain/limits.ts";
import { addTally, count, emptyTally } from "../../domain/status/summary.ts";
import type { App } from "../../storage/apps/apps.ts";
import {
  countFrozen,
  countFrozenChecks,
  countLeftStatuses,
  eachResultOf,
  listCycleList,
  listKeptTallies,
  type RecordedResult,
} from "../../storage/cycles/cycle-facts.ts";
import { listCycleStatusesOfCycle } from "../../storage/cycles/cycle-statuses.ts";
import { type CheckTally, listCycles } from "../../storage/cycles/cycles.ts";
import type { CycleStatusRow } from "../../storage/cycles/write-cycle-statuses.ts";
import type { Reads } from "../../storage/database/database.ts";
import type { LiveCheck } from "../../storage/runbook/checks.ts";
import type { PlatformStatusRow } from "../../storage/status/platform-statuses.ts";

interface Facts {
  app: App;
  appConfig: AppConfig;
  checks: ReadonlyMap<string, LiveCheck>;
}

/** More cycles than an app may have. */
const MANY = 2 * MAX_CYCLES;
const NOTHING: CheckTally = { checks: 0, ...emptyTally() };

/** Gives what is wrong, each in a sentence. */
export async function examineCycles(db: Reads, facts: Facts, plain: readonly PlatformStatusRow[]): Promise<string[]> {
  const { app, appConfig } = facts;
  const problems: string[] = [];
  const tallies: Tallies = new Map();
  const counted = await gatherCounted(db, facts);
  for (const cycle of appConfig.openCycles) {
    const expected = await expectedRows(db, facts, cycle, plain, counted);
    problems.push(...compareRows(facts, cycle, await listCycleStatusesOfCycle(db, cycle.id), expected));
    for (const { checkId, status } of expected.values()) {
      count(tallyAt(tallies, cycle.id, facts.checks.get(checkId)!.sectionId), status);
    }
    for (const checkId of new Set([...expected.values()].map((row) => row.checkId))) {
      tallyAt(tallies, cycle.id, facts.checks.get(checkId)!.sectionId).checks++;
    }
  }
  for (const { cycleId, sectionId, status, n } of await countFrozen(db, app)) {
    count(tallyAt(tallies, cycleId, sectionId), status, n);
  }
  for (const { cycleId, sectionId, n } of await countFrozenChecks(db, app)) {
    tallyAt(tallies, cycleId, sectionId).checks = n;
  }
  problems.push(...(await compareTallies(db, app, tallies)));
  const left = await countLeftStatuses(db, app);
  if (left > 0) problems.push(`closed cycles: ${left} statuses are left of the time before they were closed`);
  return problems;
}

/** Tallies under the ids of cycles, then of sections. */
type Tallies = Map<string, Map<string, CheckTally>>;

function tallyAt(tallies: Tallies, cycleId: string, sectionId: string): CheckTally {
  const ofCycle = tallies.get(cycleId) ?? new Map<string, CheckTally>();
  const tally = ofCycle.get(sectionId) ?? { checks: 0, ...emptyTally() };
  tallies.set(cycleId, ofCycle.set(sectionId, tally));
  return tally;
}

/** The last result that counts, by cycle, check and platform. */
async function gatherCounted(db: Reads, { app, appConfig }: Facts): Promise<Map<string, RecordedResult>> {
  const { openCycles, platforms } = appConfig;
  const last = new Map<string, RecordedResult>();
  if (openCycles.length === 0) return last;
  const codes = platforms.map(({ code }) => code);
  for await (const result of eachResultOf(db, app, codes)) {
    for (const cycle of openCycles) {
      const place = `${cycle.id} ${result.checkId} ${result.platform}`;
      if (countsFor(cycle, result) && result.revision >= (last.get(place)?.revision ?? 0)) last.set(place, result);
    }
  }
  return last;
}

type Expected = Pick<CycleStatusRow, "checkId" | "platform" | "status" | "outcome" | "resultId">;

async function expectedRows(
  db: Reads,
  { checks }: Facts,
  cycle: OpenCycle,
  plain: readonly PlatformStatusRow[],
  counted: ReadonlyMap<string, RecordedResult>,
): Promise<Map<string, Expected>> {
  const listed = cycle.isList
    ? new Set((await listCycleList(db, cycle.id)).map(({ checkId, platform }) => `${checkId} ${platform}`))
    : null;
  const rows = new Map<string, Expected>();
  for (const facts of plain) {
    const { checkId, platform } = facts;
    const place = `${checkId} ${platform}`;
    const isListed = listed === null || listed.has(place);
    if (!isListed || !isInScope(cycle, checks.get(checkId)!.sectionId, platform)) continue;
    const result = counted.get(`${cycle.id} ${place}`);
    const outcome = result?.outcome ?? null;
    const status = cycleStatus({ ...facts, notApplicable: facts.notApplicable === 1 }, outcome);
    rows.set(place, { checkId, platform, status, outcome, resultId: result?.id ?? null });
  }
  return rows;
}

function compareRows(
  { app, checks }: Facts,
  cycle: OpenCycle,
  kept: readonly CycleStatusRow[],
  expected: ReadonlyMap<string, Expected>,
): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const row of kept) {
    const { checkId, platform, status, outcome, resultId } = row;
    const place = `${checkId} ${platform}`;
    seen.add(place);
    const where = `cycle ${cycle.name}: check ${checks.get(checkId)?.ref ?? checkId} on ${platform}`;
    const wanted = expected.get(place);
    if (wanted === undefined) problems.push(`${where}: is not in its scope`);
    else {
      const differs = JSON.stringify([status, outcome, resultId]);
      const right = JSON.stringify([wanted.status, wanted.outcome, wanted.resultId]);
      if (differs !== right) problems.push(`${where}: stored ${differs}, should be ${right}`);
    }
    if (row.revision > app.revision) problems.push(`${where}: revision ${row.revision} is yet to come`);
  }
  for (const [place, { checkId, platform }] of expected) {
    if (!seen.has(place)) {
      problems.push(`cycle ${cycle.name}: check ${checks.get(checkId)!.ref} on ${platform}: is missing`);
    }
  }
  return problems;
}

const FIELDS = Object.keys({ checks: 0, ...emptyTally() }) as (keyof CheckTally)[];

async function compareTallies(db: Reads, app: App, expected: Tallies): Promise<string[]> {
  const problems: string[] = [];
  const totals = new Map<string, CheckTally>();
  const kept = await listKeptTallies(db, app);
  const sections = new Set(kept.map(({ cycleId, sectionId }) => `${cycleId} ${sectionId}`));
  for (const { cycleId, sectionId, name, ...tally } of kept) {
    const right = expected.get(cycleId)?.get(sectionId) ?? NOTHING;
    for (const field of FIELDS) {
      if (tally[field] === right[field]) continue;
      problems.push(`cycle ${name}: section ${sectionId}: ${field}: stored ${tally[field]}, should be ${right[field]}`);
    }
    const total = totals.get(cycleId) ?? { ...NOTHING };
    addTally(total, tally);
    total.checks += tally.checks;
    totals.set(cycleId, total);
  }
  for (const [cycleId, ofSections] of expected) {
    for (const sectionId of ofSections.keys()) {
      if (!sections.has(`${cycleId} ${sectionId}`)) problems.push(`cycle ${cycleId}: section ${sectionId}: no tally`);
    }
  }
  for (const { id, name, final } of await listCycles(db, app, "closed", null, MANY)) {
    const total = totals.get(id) ?? NOTHING;
    if (FIELDS.some((field) => final[field] !== total[field])) {
      problems.push(`cycle ${name}: its summary is not the sum of its sections`);
    }
  }
  return problems;
}
