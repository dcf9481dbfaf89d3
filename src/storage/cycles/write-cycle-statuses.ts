// The rows of open cycles as they are written: what a result means is mostly the same for every cycle that it counts for.
import type { Outcome, Status } from "../../domain/status/platform-status.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { command, type Tx, withList } from "../database/database.ts";

export interface CycleStatusRow {
  cycleId: string;
  checkId: string;
  platform: string;
  status: Status;
  /** The outcome of the last result that counts for the cycle. */
  outcome: Outcome | null;
  resultId: string | null;
  /** The app's revision at which this row was last written. */
  revision: number;
}

export const CYCLE_STATUS_COLUMNS = {
  cycleId: "cycle_id",
  checkId: "check_id",
  platform: "platform",
  status: "status",
  outcome: "outcome",
  resultId: "result_id",
  revision: "revision",
};

const KEYS = ["cycle_id", "check_id", "platform"];
const FACTS = ["status", "outcome", "result_id", "revision"];
const save = command(`update cycle_status set ${FACTS.map((column) => `${column} = ?`).join(", ")}
  where ${KEYS.map((key) => `${key} = ?`).join(" and ")}`);
/** Writes the same facts to rows of several cycles, so that the statement has them only once. */
const { postgres: saveMany } = withList((oneOf) =>
  command(`update cycle_status set ${FACTS.map((column) => `${column} = new.${column}`).join(", ")}
  from json_populate_recordset(null::cycle_status, ?) new
  where cycle_status.cycle_id ${oneOf} and cycle_status.check_id = new.check_id and cycle_status.platform = new.platform`),
);

/** Up to this many platform-checks, statements for single rows are quicker, as they are already prepared. */
const FEW = 50;
const ROWS_AT_ONCE = 1_000;

/** Writes changed rows; `changed` has one list for each platform-check. */
export function writeCycleStatuses(tx: Tx, changed: readonly (readonly CycleStatusRow[])[]): void {
  if (tx.dialect === "postgres" && changed.length > FEW) writeMany(tx, changed);
  else for (const rows of changed) for (const row of rows) write(tx, row);
}

function write(tx: Tx, { cycleId, checkId, platform, status, outcome, resultId, revision }: CycleStatusRow): void {
  tx.run(save, status, outcome, resultId, revision, cycleId, checkId, platform);
}

function writeMany(tx: Tx, changed: readonly (readonly CycleStatusRow[])[]): void {
  const facts: { row: CycleStatusRow; cycles: string[] }[] = [];
  for (const rows of changed) {
    const first = facts.length;
    for (const row of rows) {
      const same = facts.slice(first).find((other) => isSame(other.row, row));
      if (same === undefined) facts.push({ row, cycles: [row.cycleId] });
      else same.cycles.push(row.cycleId);
    }
  }
  for (const [cycles, entries] of groupBy(facts, (entry) => JSON.stringify(entry.cycles.sort()))) {
    for (let i = 0; i < entries.length; i += ROWS_AT_ONCE) {
      tx.run(saveMany, JSON.stringify(entries.slice(i, i + ROWS_AT_ONCE).map(({ row }) => factsOf(row))), cycles);
    }
  }
}

/** Whether two rows of one platform-check would be stored alike. */
function isSame(a: CycleStatusRow, b: CycleStatusRow): boolean {
  return a.status === b.status && a.resultId === b.resultId && a.outcome === b.outcome && a.revision === b.revision;
}

/** The values under the names of their columns. */
function factsOf({ checkId, platform, status, outcome, resultId, revision }: CycleStatusRow) {
  return { check_id: checkId, platform, status, outcome, result_id: resultId, revision };
}
