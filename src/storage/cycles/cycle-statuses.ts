// The rows of open cycles: one per platform-check in scope, with the last result that counts and the status that follows.
import type { OpenCycle } from "../../domain/apps/app-config.ts";
import type { Outcome, Status } from "../../domain/status/platform-status.ts";
import { command, insert, query, type Reads, type Tx, withList } from "../database/database.ts";
import { cached } from "../database/write-cache.ts";
import { CYCLE_STATUS_COLUMNS, type CycleStatusRow, writeCycleStatuses } from "./write-cycle-statuses.ts";

const ofCheck = withList((oneOf) =>
  query<CycleStatusRow>(
    CYCLE_STATUS_COLUMNS,
    `from cycle_status where cycle_id ${oneOf} and check_id = ? and platform ${oneOf}`,
  ),
);
/** One text for the rows of a check in all cycles: a row for each takes four times as long to receive. None of its parts has a space. */
const ofChecks = withList((oneOf) =>
  query<{ checkId: string; rows: string }>(
    {
      checkId: "check_id",
      rows: `string_agg(cycle_id || ' ' || status || ' ' || coalesce(outcome, '') || ' ' || coalesce(result_id, '')
        || ' ' || revision, ' ')`,
    },
    `from cycle_status where cycle_id ${oneOf} and check_id ${oneOf} and platform = ? group by check_id`,
  ),
);
const ofCycle = query<CycleStatusRow>(CYCLE_STATUS_COLUMNS, "from cycle_status where cycle_id = ?");
const add = insert("cycle_status", Object.values(CYCLE_STATUS_COLUMNS));
const drop = command("delete from cycle_status where cycle_id = ? and check_id = ? and platform = ?");

/** How the rows of a platform-check, of all open cycles, are named in the write cache. */
const ROWS = "cycle status";

interface RowsOfPlace {
  rows: readonly CycleStatusRow[];
  /** The rows that aren't written yet. */
  dirty: readonly CycleStatusRow[];
}

const NONE: RowsOfPlace = { rows: [], dirty: [] };

function placeOf(checkId: string, platform: string): string {
  return `${checkId} ${platform}`;
}

/** A check's rows on some platforms in these cycles, which are its app's open ones. */
export async function listCycleStatusesOn(
  tx: Tx,
  cycles: readonly OpenCycle[],
  checkId: string,
  platforms: readonly string[],
): Promise<CycleStatusRow[]> {
  await readCycleStatusesOn(tx, cycles, checkId, platforms);
  return platforms.flatMap((platform) => cycleStatusesAt(tx, checkId, platform));
}

/** Has them cached, for `cycleStatusesAt`. Undefined when they are, as for each of a thousand results that were read ahead. */
export function readCycleStatusesOn(
  tx: Tx,
  cycles: readonly OpenCycle[],
  checkId: string,
  platforms: readonly string[],
): Promise<void> | undefined {
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  const missing = cycles.length === 0 ? [] : platforms.filter((platform) => !kept.has(placeOf(checkId, platform)));
  return missing.length === 0 ? undefined : readOn(tx, cycles, checkId, missing);
}

async function readOn(tx: Tx, cycles: readonly OpenCycle[], checkId: string, platforms: string[]): Promise<void> {
  const rows = await tx.all(ofCheck[tx.dialect], idsOf(cycles), checkId, JSON.stringify(platforms));
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  for (const platform of platforms) {
    kept.set(placeOf(checkId, platform), { rows: rows.filter((row) => row.platform === platform), dirty: [] });
  }
}

/** A check's rows on a platform, which have been read. */
export function cycleStatusesAt(tx: Tx, checkId: string, platform: string): readonly CycleStatusRow[] {
  return tx.cache.rows<RowsOfPlace>(ROWS).get(placeOf(checkId, platform))?.rows ?? [];
}

/** Reads at once what would be read check by check; `checkIds` has a list for each platform. */
export async function readCycleStatusesAhead(
  tx: Tx,
  cycles: readonly OpenCycle[],
  checkIds: ReadonlyMap<string, Iterable<string>>,
): Promise<void> {
  if (cycles.length === 0) return;
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  for (const [platform, ids] of checkIds) {
    const missing = [...ids].filter((id) => !kept.has(placeOf(id, platform)));
    if (missing.length === 0) continue;
    for (const id of missing) kept.set(placeOf(id, platform), NONE);
    for (const { checkId, rows } of await tx.all(
      ofChecks[tx.dialect],
      idsOf(cycles),
      JSON.stringify(missing),
      platform,
    )) {
      kept.set(placeOf(checkId, platform), { rows: rowsIn(rows, checkId, platform), dirty: [] });
    }
  }
}

/** Parts of a row in the text. */
const PARTS = 5;

function rowsIn(text: string, checkId: string, platform: string): CycleStatusRow[] {
  const parts = text.split(" ");
  const rows: CycleStatusRow[] = [];
  for (let i = 0; i < parts.length; i += PARTS) {
    rows.push({
      cycleId: parts[i]!,
      checkId,
      platform,
      status: parts[i + 1] as Status,
      outcome: (parts[i + 2] || null) as Outcome | null,
      resultId: parts[i + 3] || null,
      revision: Number(parts[i + 4]),
    });
  }
  return rows;
}

/** All rows of an open cycle, for callers that compare them all. */
export async function listCycleStatusesOfCycle(db: Reads, cycleId: string): Promise<CycleStatusRow[]> {
  flushCycleStatuses(db);
  return db.all(ofCycle, cycleId);
}

/**
 * Changes rows that were read, on one platform of a check, in the write cache: all units of a transaction share one
 * write.
 */
export function updateCycleStatusesAt(
  tx: Tx,
  checkId: string,
  platform: string,
  changed: readonly CycleStatusRow[],
): void {
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  const place = placeOf(checkId, platform);
  const { rows, dirty } = kept.get(place)!;
  kept.set(place, { rows: withChanged(rows, changed), dirty: withChanged(dirty, changed) });
}

/** The rows with the changed ones in place. Mostly all have changed, so there is nothing to merge. */
function withChanged(rows: readonly CycleStatusRow[], changed: readonly CycleStatusRow[]): readonly CycleStatusRow[] {
  const others = othersThan(changed, rows);
  return others.length === 0 ? changed : [...others, ...changed];
}

export function insertCycleStatus(tx: Tx, row: CycleStatusRow): void {
  tx.run(add, ...(Object.keys(CYCLE_STATUS_COLUMNS) as (keyof CycleStatusRow)[]).map((field) => row[field]));
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  const place = placeOf(row.checkId, row.platform);
  const known = kept.get(place);
  if (known !== undefined) kept.set(place, { ...known, rows: [...known.rows, row] });
}

/** Deletes a row that was read before. */
export function deleteCycleStatus(tx: Tx, row: CycleStatusRow): void {
  tx.run(drop, row.cycleId, row.checkId, row.platform);
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  const place = placeOf(row.checkId, row.platform);
  const { rows, dirty } = kept.get(place)!;
  kept.set(place, { rows: othersThan([row], rows), dirty: othersThan([row], dirty) });
}

/** The rows of a check on a platform that belong to other cycles. */
function othersThan(some: readonly CycleStatusRow[], rows: readonly CycleStatusRow[]): CycleStatusRow[] {
  return rows.filter(({ cycleId }) => !some.some((row) => row.cycleId === cycleId));
}

/** Writes the rows that are cached. Whoever reads the table itself within a transaction comes here first. */
export function flushCycleStatuses(db: Reads): void {
  const kept = cached<RowsOfPlace>(db, ROWS);
  if (kept === undefined || kept.size === 0) return;
  const changed: (readonly CycleStatusRow[])[] = [];
  for (const [place, { rows, dirty }] of kept) {
    if (dirty.length === 0) continue;
    changed.push(dirty);
    kept.set(place, { rows, dirty: [] });
  }
  writeCycleStatuses(db as Tx, changed);
}

/** Writes the cached rows and forgets them: needed before the table itself or the list of open cycles changes. */
export function settleCycleStatuses(tx: Tx): void {
  flushCycleStatuses(tx);
  tx.cache.rows(ROWS).clear();
}

function idsOf(cycles: readonly OpenCycle[]): string {
  return JSON.stringify(cycles.map(({ id }) => id));
}
