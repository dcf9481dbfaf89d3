// The rows of open cycles: one per platform-check in scope, with the last result that counts and the status that follows.
import type { OpenCycle } from "../../domain/apps/app-config.ts";
import type { Outcome, Status } from "../../domain/status/platform-status.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { command, insert, query, type Reads, type Tx, updateMany, withList } from "../database/database.ts";
import { cached } from "../database/write-cache.ts";

export interface CycleStatusRow {
  cycleId: string;
  checkId: string;
  platform: string;
  status: Status;
  /** Of the last result that counts for the cycle. */
  outcome: Outcome | null;
  resultId: string | null;
  /** Of the app, when this row was last written. */
  revision: number;
}

const COLUMNS = {
  cycleId: "cycle_id",
  checkId: "check_id",
  platform: "platform",
  status: "status",
  outcome: "outcome",
  resultId: "result_id",
  revision: "revision",
};

const ofCheck = withList((oneOf) =>
  query<CycleStatusRow>(COLUMNS, `from cycle_status where cycle_id ${oneOf} and check_id = ? and platform ${oneOf}`),
);
const ofChecks = withList((oneOf) =>
  query<CycleStatusRow>(COLUMNS, `from cycle_status where cycle_id ${oneOf} and check_id ${oneOf} and platform = ?`),
);
const ofCycle = query<CycleStatusRow>(COLUMNS, "from cycle_status where cycle_id = ?");
const add = insert("cycle_status", Object.values(COLUMNS));
const KEYS = ["cycle_id", "check_id", "platform"];
const FACTS = ["status", "outcome", "result_id", "revision"];
const save = command(`update cycle_status set ${FACTS.map((column) => `${column} = ?`).join(", ")}
  where ${KEYS.map((key) => `${key} = ?`).join(" and ")}`);
const saveMany = updateMany("cycle_status", KEYS, FACTS);
const drop = command("delete from cycle_status where cycle_id = ? and check_id = ? and platform = ?");

/** How the rows of a platform-check, of all open cycles, are named in the write cache. */
const ROWS = "cycle status";

interface RowsOfPlace {
  rows: readonly CycleStatusRow[];
  /** Those of them that are not yet written. */
  dirty: readonly CycleStatusRow[];
}

function placeOf(checkId: string, platform: string): string {
  return `${checkId} ${platform}`;
}

/** A check's rows on some platforms, in all of these cycles, which are the open ones of its app. */
export async function listCycleStatusesOn(
  tx: Tx,
  cycles: readonly OpenCycle[],
  checkId: string,
  platforms: readonly string[],
): Promise<CycleStatusRow[]> {
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  const missing = platforms.filter((platform) => !kept.has(placeOf(checkId, platform)));
  if (missing.length > 0) {
    const rows = await tx.all(ofCheck[tx.dialect], idsOf(cycles), checkId, JSON.stringify(missing));
    for (const platform of missing) {
      kept.set(placeOf(checkId, platform), { rows: rows.filter((row) => row.platform === platform), dirty: [] });
    }
  }
  return platforms.flatMap((platform) => kept.get(placeOf(checkId, platform))!.rows);
}

/** Reads at once what would be asked for check by check. `checkIds` are by platform. */
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
    const rows = await tx.all(ofChecks[tx.dialect], idsOf(cycles), JSON.stringify(missing), platform);
    const byCheck = groupBy(rows, ({ checkId }) => checkId);
    for (const id of missing) kept.set(placeOf(id, platform), { rows: byCheck.get(id) ?? [], dirty: [] });
  }
}

/** All rows of an open cycle, for whoever compares them all. */
export async function listCycleStatusesOfCycle(db: Reads, cycleId: string): Promise<CycleStatusRow[]> {
  flushCycleStatuses(db);
  return db.all(ofCycle, cycleId);
}

/** Of a row that was read. Written at the end of the transaction, once for all its units. */
export function updateCycleStatus(tx: Tx, row: CycleStatusRow): void {
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  const place = placeOf(row.checkId, row.platform);
  const { rows, dirty } = kept.get(place)!;
  kept.set(place, { rows: [...othersThan(row, rows), row], dirty: [...othersThan(row, dirty), row] });
}

export function insertCycleStatus(tx: Tx, row: CycleStatusRow): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof CycleStatusRow)[]).map((field) => row[field]));
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  const place = placeOf(row.checkId, row.platform);
  const known = kept.get(place);
  if (known !== undefined) kept.set(place, { ...known, rows: [...known.rows, row] });
}

/** Of a row that was read. */
export function deleteCycleStatus(tx: Tx, row: CycleStatusRow): void {
  tx.run(drop, row.cycleId, row.checkId, row.platform);
  const kept = tx.cache.rows<RowsOfPlace>(ROWS);
  const place = placeOf(row.checkId, row.platform);
  const { rows, dirty } = kept.get(place)!;
  kept.set(place, { rows: othersThan(row, rows), dirty: othersThan(row, dirty) });
}

/** Of one platform-check: the rows of other cycles. */
function othersThan(row: CycleStatusRow, rows: readonly CycleStatusRow[]): CycleStatusRow[] {
  return rows.filter(({ cycleId }) => cycleId !== row.cycleId);
}

/** Up to this many, statements that are prepared already are quicker. */
const FEW = 100;
const ROWS_AT_ONCE = 500;

/** Writes the rows that are cached. Whoever reads the table itself within a transaction comes here first. */
export function flushCycleStatuses(db: Reads): void {
  const kept = cached<RowsOfPlace>(db, ROWS);
  if (kept === undefined || kept.size === 0) return;
  const changed: CycleStatusRow[] = [];
  for (const [place, { rows, dirty }] of kept) {
    if (dirty.length === 0) continue;
    changed.push(...dirty);
    kept.set(place, { rows, dirty: [] });
  }
  const tx = db as Tx;
  if (db.dialect === "postgres" && changed.length > FEW) writeMany(tx, changed);
  else for (const row of changed) write(tx, row);
}

/** The same, and forgets them: for whoever changes the table itself, or which cycles are open. */
export function settleCycleStatuses(tx: Tx): void {
  flushCycleStatuses(tx);
  tx.cache.rows(ROWS).clear();
}

function write(tx: Tx, { cycleId, checkId, platform, status, outcome, resultId, revision }: CycleStatusRow): void {
  tx.run(save, status, outcome, resultId, revision, cycleId, checkId, platform);
}

function writeMany(tx: Tx, changed: readonly CycleStatusRow[]): void {
  const fields = Object.entries(COLUMNS) as [keyof CycleStatusRow, string][];
  for (let i = 0; i < changed.length; i += ROWS_AT_ONCE) {
    const rows = changed.slice(i, i + ROWS_AT_ONCE);
    const list = rows.map((row) => Object.fromEntries(fields.map(([field, column]) => [column, row[field]])));
    tx.run(saveMany, JSON.stringify(list));
  }
}

function idsOf(cycles: readonly OpenCycle[]): string {
  return JSON.stringify(cycles.map(({ id }) => id));
}
