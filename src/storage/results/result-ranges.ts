// Ranges of results, each a check's or an app's on one platform in the order of an index, and what they may be narrowed down to.
import type { Outcome } from "../../domain/status/platform-status.ts";
import { AFTER_EVERY_ID } from "../../lib/ids.ts";
import type { Query, Reads, Value } from "../database/database.ts";

/** One range of the list: a check's or an app's results on one platform. */
export interface ResultRange {
  owner: { checkId: string } | { appId: string };
  platform: string;
}

/** What results must have; null where anything goes. */
export interface ResultFilter {
  outcome: Outcome | null;
  recordedBy: string | null;
  build: string | null;
  cycleId: string | null;
}

/** Ids between which they lie, by their time: the first is included, the second is not. */
export interface RecordedBetween {
  from: string;
  below: string;
}

/** The most ranges in one statement: more would be slow to prepare. */
const MAX_RANGES = 100;

/** Results that a page looks through at most, and at least in each range. */
export const LOOKED_THROUGH = 10_000;
const LEAST_OF_RANGE = 200;

const COLUMN_OF: Record<keyof ResultFilter, string> = {
  outcome: "r.outcome",
  recordedBy: "r.recorded_by",
  build: "r.build",
  cycleId: "r.cycle_id",
};

/** Whether results are looked for that no index leads to. */
export function isNarrowed(filter: ResultFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}

/** How far down a page looks: to the lowest id above which no range has more results than one page may look through; null for all the way. */
export async function findEnd(
  db: Reads,
  ranges: readonly ResultRange[],
  recorded: RecordedBetween,
): Promise<string | null> {
  const ofEach = Math.max(Math.floor(LOOKED_THROUGH / Math.max(ranges.length, 1)), LEAST_OF_RANGE);
  const first = { conditions: "", limit: "limit 1 offset ?" };
  const beyond = await readRanges(
    db,
    ranges,
    { ...first, valuesOf: (range) => [...boundsOf(range, recorded), ofEach] },
    1,
  );
  const highest = beyond.reduce((end, id) => (id > end ? id : end), "");
  // Just above it: that one is the first that the next page looks at.
  return highest === "" ? null : `${highest}${AFTER_EVERY_ID}`;
}

export function conditionsOf(filter: ResultFilter): { conditions: string; values: Value[] } {
  const asked = (Object.keys(COLUMN_OF) as (keyof ResultFilter)[]).filter((field) => filter[field] !== null);
  return {
    conditions: asked.map((field) => ` and ${COLUMN_OF[field]} = ?`).join(""),
    values: asked.map((field) => filter[field]),
  };
}

export async function mergeIds(
  db: Reads,
  ranges: readonly ResultRange[],
  { filter, recorded }: { filter: ResultFilter; recorded: RecordedBetween },
  limit: number,
): Promise<string[]> {
  const { conditions, values } = conditionsOf(filter);
  const valuesOf = (range: ResultRange) => [...boundsOf(range, recorded), ...values, limit];
  const ids = await readRanges(db, ranges, { conditions, limit: "limit ?", valuesOf }, limit);
  return ids.sort((a, b) => (a < b ? 1 : -1)).slice(0, limit);
}

/** What is read of each range, as SQL, and the values of that. */
interface RangeReading {
  /** What results must have besides; each begins with "and". */
  conditions: string;
  limit: string;
  valuesOf: (range: ResultRange) => Value[];
}

/**
 * Each range is read in the order of one index and has a limit of its own, as it is with pages of issues. Gives the `most` newest ids of
 * all of them; where there are so many ranges that it takes several statements, of each.
 */
async function readRanges(
  db: Reads,
  ranges: readonly ResultRange[],
  { conditions, limit, valuesOf }: RangeReading,
  most: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < ranges.length; start += MAX_RANGES) {
    const some = ranges.slice(start, start + MAX_RANGES);
    const parts = some.map(({ owner }) => {
      const column = "checkId" in owner ? "r.check_id" : "r.app_id";
      return `select * from (
        select r.id from result r
        where (${column}, r.platform, r.id) < (?, ?, ?) and (${column}, r.platform, r.id) >= (?, ?, ?)${conditions}
        order by ${column} desc, r.platform desc, r.id desc ${limit}) page`;
    });
    const all: Query<{ id: string }> = {
      text: `${parts.join(" union all ")} order by 1 desc limit ?`,
      read: (values) => ({ id: values[0] as string }),
    };
    for (const { id } of await db.all(all, ...some.flatMap(valuesOf), most)) ids.push(id);
  }
  return ids;
}

function boundsOf({ owner, platform }: ResultRange, { from, below }: RecordedBetween): Value[] {
  const id = "checkId" in owner ? owner.checkId : owner.appId;
  return [id, platform, below, id, platform, from];
}
