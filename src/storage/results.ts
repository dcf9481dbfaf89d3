// Results: one outcome of one check on one platform, recorded by somebody at some time.
import type { Outcome } from "../domain/platform-status.ts";
import { insert, type Query, query, type Reads, type Tx, type Value } from "./database.ts";

export interface Result {
  id: string;
  appId: string;
  checkId: string;
  platform: string;
  outcome: Outcome;
  note: string | null;
  build: string | null;
  recordedBy: string;
  recordedAt: number;
  revision: number;
}

export type ShownResult = Omit<Result, "revision"> & { checkRef: string; checkTitle: string };

const COLUMNS = {
  id: "r.id",
  appId: "r.app_id",
  checkId: "r.check_id",
  platform: "r.platform",
  outcome: "r.outcome",
  note: "r.note",
  build: "r.build",
  recordedBy: "r.recorded_by",
  recordedAt: "r.recorded_at",
};
const add = insert("result", [...Object.values(COLUMNS).map((column) => column.slice(2)), "revision"]);
const latest = query<Result>(
  { ...COLUMNS, revision: "r.revision" },
  "from result r where r.check_id = ? and r.platform = ? order by r.revision desc, r.id desc limit 1",
);
const MAX_RANGES = 100;
/** Sorts after every id. */
const AFTER_EVERY_ID = "~";

/** One range of the list: a check's or an app's results on one platform. */
export interface ResultRange {
  owner: { checkId: string } | { appId: string };
  platform: string;
}

/** Most recently recorded first: ids sort by time, and each range is read in that order. */
export async function listResults(
  db: Reads,
  ranges: readonly ResultRange[],
  beforeId: string | null,
  limit: number,
): Promise<ShownResult[]> {
  let rows: ShownResult[] = [];
  for (let start = 0; start < ranges.length; start += MAX_RANGES) {
    const some = ranges.slice(start, start + MAX_RANGES);
    const values = some.flatMap((range) => valuesOf(range, beforeId, limit));
    const found = await db.all(pageOf(some), ...values, limit);
    rows = start === 0 ? found : [...rows, ...found].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  }
  return rows;
}

export async function findLatestResult(db: Reads, checkId: string, platform: string): Promise<Result | undefined> {
  return db.get(latest, checkId, platform);
}

export function insertResult(tx: Tx, result: Result): void {
  const { id, appId, checkId, platform, outcome, note, build, recordedBy, recordedAt, revision } = result;
  tx.run(add, id, appId, checkId, platform, outcome, note, build, recordedBy, recordedAt, revision);
}

/** As with pages of issues: each range in the order of one index, with a limit of its own. */
function pageOf(ranges: readonly ResultRange[]): Query<ShownResult> {
  const parts = ranges.map(({ owner }) => {
    const column = "checkId" in owner ? "r.check_id" : "r.app_id";
    return query<ShownResult>(
      {
        ...COLUMNS,
        checkRef: '(select ref from "check" c where c.id = r.check_id)',
        checkTitle: '(select title from "check" c where c.id = r.check_id)',
      },
      `from result r
       where (${column}, r.platform, r.id) < (?, ?, ?) and (${column}, r.platform, r.id) >= (?, ?, '')
       order by ${column} desc, r.platform desc, r.id desc limit ?`,
    );
  });
  const all = parts.map((part) => `select * from (${part.text}) page`).join(" union all ");
  return { text: `${all} order by 1 desc limit ?`, read: parts[0]!.read };
}

function valuesOf({ owner, platform }: ResultRange, beforeId: string | null, limit: number): Value[] {
  const id = "checkId" in owner ? owner.checkId : owner.appId;
  return [id, platform, beforeId ?? AFTER_EVERY_ID, id, platform, limit];
}
