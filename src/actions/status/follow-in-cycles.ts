// Keeps the open cycles in step with the plain statuses, within the unit that changes those. An app without open cycles pays nothing.
import type { OpenCycle } from "../../domain/apps/app-config.ts";
import { countsFor } from "../../domain/cycles/counting-results.ts";
import { isInScope } from "../../domain/cycles/cycle.ts";
import { cycleStatus } from "../../domain/cycles/cycle-status.ts";
import type { Outcome } from "../../domain/status/platform-status.ts";
import { count, emptyTally } from "../../domain/status/summary.ts";
import {
  dropPlatformOfCycle,
  fillCycle,
  findLastCounted,
  listPlatformsOnList,
} from "../../storage/cycles/cycle-scope.ts";
import {
  cycleStatusesAt,
  deleteCycleStatus,
  insertCycleStatus,
  listCycleStatusesOn,
  readCycleStatusesOn,
  updateCycleStatusesAt,
} from "../../storage/cycles/cycle-statuses.ts";
import { updateCycleTally } from "../../storage/cycles/cycle-tallies.ts";
import type { CycleStatusRow } from "../../storage/cycles/write-cycle-statuses.ts";
import type { Result } from "../../storage/results/results.ts";
import type { PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import type { AppWrite } from "../app-write.ts";

/** What a unit does to the results of a check. */
export interface ResultNews {
  /** The new result of each platform, by its code. */
  recorded?: ReadonlyMap<string, Omit<Result, "revision">>;
  takenBack?: Result;
}

interface CycleCheck {
  id: string;
  sectionId: string;
}

/** Updates the open cycles after a check's plain statuses on some platforms changed. */
export async function followStatuses(
  write: AppWrite,
  check: CycleCheck,
  changed: readonly PlatformStatusRow[],
  news: ResultNews = {},
): Promise<void> {
  const { tx, app, appConfig } = write;
  if (appConfig.openCycles.length === 0 || changed.length === 0) return;
  const codes = changed.map(({ platform }) => platform);
  const waiting = readCycleStatusesOn(tx, appConfig.openCycles, check.id, codes);
  if (waiting !== undefined) await waiting;
  for (const plain of changed) {
    const after: CycleStatusRow[] = [];
    for (const before of cycleStatusesAt(tx, check.id, plain.platform)) {
      const cycle = appConfig.openCycles.find(({ id }) => id === before.cycleId)!;
      const now = countedNow(write, cycle, before, news);
      const counted = now instanceof Promise ? await now : now;
      const status = statusOf(plain, counted.outcome);
      if (status === before.status && counted.resultId === before.resultId) continue;
      after.push({ ...before, ...counted, status, revision: app.revision });
      if (status === before.status) continue;
      const moved = emptyTally();
      count(moved, before.status, -1);
      count(moved, status);
      updateCycleTally(tx, before.cycleId, check.sectionId, 0, moved);
    }
    if (after.length > 0) updateCycleStatusesAt(tx, check.id, plain.platform, after);
  }
}

type Counted = Pick<CycleStatusRow, "outcome" | "resultId">;

/** Answers without a promise where nothing has to be read, as for each of a thousand results. */
function countedNow(
  { tx, app: { revision } }: AppWrite,
  cycle: OpenCycle,
  { checkId, platform, outcome, resultId }: CycleStatusRow,
  { recorded, takenBack }: ResultNews,
): Counted | Promise<Counted> {
  const result = recorded?.get(platform);
  if (result !== undefined && countsFor(cycle, { revision, build: result.build, cycleId: result.cycleId })) {
    return { outcome: result.outcome, resultId: result.id };
  }
  if (takenBack === undefined || takenBack.id !== resultId) return { outcome, resultId };
  return findLastCounted(tx, cycle, checkId, platform).then(orNone);
}

function orNone(result: { id: string; outcome: Outcome } | undefined): Counted {
  return { outcome: result?.outcome ?? null, resultId: result?.id ?? null };
}

function statusOf(facts: PlatformStatusRow, counted: Outcome | null) {
  return cycleStatus({ ...facts, notApplicable: facts.notApplicable === 1 }, counted);
}

/** A new check, on which nothing was recorded and which is on nobody's list, joins the cycles of its section. */
export function joinCycles(write: AppWrite, check: CycleCheck, plain: readonly PlatformStatusRow[]): void {
  for (const cycle of write.appConfig.openCycles) {
    if (cycle.isList) continue;
    const rows = plain.filter(({ platform }) => isInScope(cycle, check.sectionId, platform));
    const joined = rows.map((facts) => join(write, cycle, facts, { outcome: null, resultId: null }));
    tallyRows(write, cycle, check.sectionId, joined, 1);
  }
}

function join({ tx, app }: AppWrite, cycle: OpenCycle, facts: PlatformStatusRow, counted: Counted): CycleStatusRow {
  const { checkId, platform } = facts;
  const status = statusOf(facts, counted.outcome);
  const row = { cycleId: cycle.id, checkId, platform, status, ...counted, revision: app.revision };
  insertCycleStatus(tx, row);
  return row;
}

function tallyRows(
  { tx }: AppWrite,
  { id }: OpenCycle,
  sectionId: string,
  rows: readonly CycleStatusRow[],
  by: 1 | -1,
): void {
  if (rows.length === 0) return;
  const change = emptyTally();
  for (const { status } of rows) count(change, status, by);
  updateCycleTally(tx, id, sectionId, by, change);
}

/** Ids of the sections that a check leaves and comes to; it comes from null when it is restored, and goes to null when it is archived. */
interface CheckMove {
  from: string | null;
  to: string | null;
}

/**
 * After a check has come to another section, it leaves the cycles whose scope it has left and joins those it is now in, with all of
 * its results that count there. `plain` are its statuses.
 */
export async function moveInCycles(
  write: AppWrite,
  checkId: string,
  { from, to }: CheckMove,
  plain: readonly PlatformStatusRow[],
): Promise<void> {
  const { tx, appConfig } = write;
  if (appConfig.openCycles.length === 0) return;
  const codes = appConfig.platforms.map(({ code }) => code);
  const rows = from === null ? [] : await listCycleStatusesOn(tx, appConfig.openCycles, checkId, codes);
  for (const cycle of appConfig.openCycles) {
    const before = rows.filter(({ cycleId }) => cycleId === cycle.id);
    const after: CycleStatusRow[] = [];
    for (const facts of to === null ? [] : await inScope(write, cycle, { id: checkId, sectionId: to }, plain)) {
      const kept = before.find(({ platform }) => platform === facts.platform);
      const counted = kept ?? orNone(await findLastCounted(tx, cycle, checkId, facts.platform));
      after.push(kept ?? join(write, cycle, facts, counted));
    }
    for (const row of before) if (!after.includes(row)) deleteCycleStatus(tx, row);
    if (from !== null) tallyRows(write, cycle, from, before, -1);
    if (to !== null) tallyRows(write, cycle, to, after, 1);
  }
}

async function inScope(
  { tx }: AppWrite,
  cycle: OpenCycle,
  check: CycleCheck,
  plain: readonly PlatformStatusRow[],
): Promise<PlatformStatusRow[]> {
  const rows = plain.filter(({ platform }) => isInScope(cycle, check.sectionId, platform));
  if (!cycle.isList || rows.length === 0) return rows;
  const listed = await listPlatformsOnList(tx, cycle.id, check.id);
  return rows.filter(({ platform }) => listed.includes(platform));
}

/** Adds a new platform, whose statuses exist already, to the open cycles that are for all platforms. */
export function addPlatformToCycles({ tx, app, appConfig }: AppWrite, code: string): void {
  for (const cycle of appConfig.openCycles) if (cycle.platforms === null) fillCycle(tx, app, cycle, code);
}

export function dropPlatformOfCycles({ tx, appConfig }: AppWrite, code: string): void {
  for (const cycle of appConfig.openCycles) dropPlatformOfCycle(tx, cycle, code);
}
