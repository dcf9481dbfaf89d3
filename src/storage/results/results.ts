// Results: one outcome of one check on one platform, recorded by somebody at some time.
import type { Reach } from "../../domain/access/grant.ts";
import type { Outcome } from "../../domain/status/platform-status.ts";
import { findApp } from "../apps/apps.ts";
import {
  command,
  insert,
  placeholders,
  type Query,
  query,
  type Reads,
  type Tx,
  type Value,
} from "../database/database.ts";

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
  /** The cycle that it names. */
  cycleId: string | null;
}

export type ShownResult = Omit<Result, "revision"> & { checkRef: string; checkTitle: string; cycleName: string | null };

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
  cycleId: "r.cycle_id",
};
const add = insert("result", [...Object.values(COLUMNS).map((column) => column.slice(2)), "revision"]);
const latest = query<Result>(
  { ...COLUMNS, revision: "r.revision" },
  "from result r where r.check_id = ? and r.platform = ? order by r.revision desc, r.id desc limit 1",
);
const byId = query<Result>({ ...COLUMNS, revision: "r.revision" }, "from result r where r.id = ?");
const drop = command("delete from result where id = ?");
const SHOWN = {
  ...COLUMNS,
  checkRef: '(select ref from "check" c where c.id = r.check_id)',
  checkTitle: '(select title from "check" c where c.id = r.check_id)',
  cycleName: "(select name from cycle y where y.id = r.cycle_id)",
};
const MAX_RANGES = 100;
/** Sorts after every id. */
const AFTER_EVERY_ID = "~";

/** One range of the list: a check's or an app's results on one platform. */
export interface ResultRange {
  owner: { checkId: string } | { appId: string };
  platform: string;
}

/** Most recently recorded first: ids sort by time. The ranges are merged by the indexes alone, then the page is read. */
export async function listResults(
  db: Reads,
  ranges: readonly ResultRange[],
  beforeId: string | null,
  limit: number,
): Promise<ShownResult[]> {
  let ids: string[] = [];
  for (let start = 0; start < ranges.length; start += MAX_RANGES) {
    const some = ranges.slice(start, start + MAX_RANGES);
    const values = some.flatMap((range) => valuesOf(range, beforeId, limit));
    ids.push(...(await db.all(idsOf(some), ...values, limit)).map(({ id }) => id));
  }
  if (ranges.length > MAX_RANGES) ids = ids.sort((a, b) => (a < b ? 1 : -1)).slice(0, limit);
  if (ids.length === 0) return [];
  const those = query<ShownResult>(
    SHOWN,
    `from result r where r.id in (${placeholders(ids.length)}) order by r.id desc`,
  );
  return db.all(those, ...ids);
}

export async function findLatestResult(db: Reads, checkId: string, platform: string): Promise<Result | undefined> {
  return db.get(latest, checkId, platform);
}

export function insertResult(tx: Tx, result: Result): void {
  const { id, appId, checkId, platform, outcome, note, build, recordedBy, recordedAt, cycleId, revision } = result;
  tx.run(add, id, appId, checkId, platform, outcome, note, build, recordedBy, recordedAt, cycleId, revision);
}

/** Out of reach reads as absent. */
export async function findResult(db: Reads, reach: Reach, id: string): Promise<Result | undefined> {
  const result = await db.get(byId, id);
  return result !== undefined && (await findApp(db, reach, result.appId)) ? result : undefined;
}

export function deleteResult(tx: Tx, { id }: Result): void {
  tx.run(drop, id);
}

/** Each range is read in the order of one index and has a limit of its own, as it is with pages of issues. */
function idsOf(ranges: readonly ResultRange[]): Query<{ id: string }> {
  const parts = ranges.map(({ owner }) => {
    const column = "checkId" in owner ? "r.check_id" : "r.app_id";
    return `select * from (
      select r.id from result r
      where (${column}, r.platform, r.id) < (?, ?, ?) and (${column}, r.platform, r.id) >= (?, ?, '')
      order by ${column} desc, r.platform desc, r.id desc limit ?) page`;
  });
  return {
    text: `${parts.join(" union all ")} order by 1 desc limit ?`,
    read: (values) => ({ id: values[0] as string }),
  };
}

function valuesOf({ owner, platform }: ResultRange, beforeId: string | null, limit: number): Value[] {
  const id = "checkId" in owner ? owner.checkId : owner.appId;
  return [id, platform, beforeId ?? AFTER_EVERY_ID, id, platform, limit];
}
