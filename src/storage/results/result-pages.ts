// Pages of results, most recently recorded first: ids sort by time. The ranges of a page are merged by the indexes alone, and what no
// index can narrow down is looked for among a bounded number of rows.
import type { Reach } from "../../domain/access/grant.ts";
import type { Outcome } from "../../domain/status/platform-status.ts";
import { AFTER_EVERY_ID } from "../../lib/ids.ts";
import { getAppConfigs } from "../apps/app-config.ts";
import { listApps } from "../apps/apps.ts";
import { isReached } from "../apps/few-apps.ts";
import { placeholders, type Query, query, type Reads, type Value } from "../database/database.ts";
import { getResult, RESULT_COLUMNS, type ShownResult } from "./results.ts";

/** One range of the list: a check's or an app's results on one platform. */
export interface ResultRange {
  owner: { checkId: string } | { appId: string };
  platform: string;
}

/** What results must have; null for whatever they have. */
export interface ResultFilter {
  outcome: Outcome | null;
  recordedBy: string | null;
  build: string | null;
  cycleId: string | null;
}

/** The list over every app in reach, where they are many. */
export interface EveryApp {
  reach: Reach;
  platform: string | null;
}

export interface ResultPageQuery {
  of: readonly ResultRange[] | EveryApp;
  filter: ResultFilter;
  /** Ids between which they lie, by their time: the first is included, the second is not. */
  recorded: { from: string; below: string };
  limit: number;
}

/** With the section in which its check is now; none if that was deleted. */
export type ExportedResult = ShownResult & { sectionTitle: string | null };

export interface ResultPage<Result = ShownResult> {
  /** Fewer than the limit, too, where many results had to be looked through. */
  results: Result[];
  /** What the next page begins below; null if there is none. */
  next: string | null;
}

const SHOWN = {
  ...RESULT_COLUMNS,
  checkRef: '(select ref from "check" c where c.id = r.check_id)',
  checkTitle: '(select title from "check" c where c.id = r.check_id)',
  cycleName: "(select name from cycle y where y.id = r.cycle_id)",
  attachments: "r.attachments",
};
const EXPORTED = {
  ...SHOWN,
  sectionTitle: `(select s.title from "check" c join section s on s.id = c.section_id where c.id = r.check_id)`,
};
const byId = query<ShownResult>(SHOWN, "from result r where r.id = ?");
/** More ranges than this in one statement would be slow to prepare. */
const MAX_RANGES = 100;
/** And so would be one that names more rows than this. */
const MAX_ROWS = 500;

/** How many results a page looks through for those that it shows: in all, and in each range at the least. */
export const LOOKED_THROUGH = 10_000;
const LEAST_OF_RANGE = 200;

const beyondNewest = query<{ id: string }>(
  { id: "id" },
  `from result where id < ? and id >= ? order by id desc limit 1 offset ${LOOKED_THROUGH}`,
);

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

export function listResults(db: Reads, wanted: ResultPageQuery): Promise<ResultPage> {
  return readPage<ShownResult>(db, wanted, SHOWN);
}

export function listExportedResults(db: Reads, wanted: ResultPageQuery): Promise<ResultPage<ExportedResult>> {
  return readPage<ExportedResult>(db, wanted, EXPORTED);
}

async function readPage<Result extends object>(
  db: Reads,
  wanted: ResultPageQuery,
  columns: Record<keyof Result, string>,
): Promise<ResultPage<Result>> {
  const { ids, end } = await findIds(db, wanted);
  const page = ids.slice(0, wanted.limit);
  const next = ids.length > wanted.limit ? page.at(-1)! : end;
  if (page.length === 0) return { results: [], next };
  const results: Result[] = [];
  for (let start = 0; start < page.length; start += MAX_ROWS) {
    const some = page.slice(start, start + MAX_ROWS);
    const those = query<Result>(
      columns,
      `from result r where r.id in (${placeholders(some.length)}) order by r.id desc`,
    );
    results.push(...(await db.all(those, ...some)));
  }
  return { results, next };
}

/** One more than the limit, if there are; `end` is how far they were looked for, null for all the way. */
async function findIds(db: Reads, wanted: ResultPageQuery): Promise<{ ids: string[]; end: string | null }> {
  const { of, filter, recorded, limit } = wanted;
  const newest = "reach" in of ? await findNewest(db, of, wanted) : undefined;
  if (newest !== undefined) return { ids: newest, end: null };
  const ranges = "reach" in of ? await rangesOf(db, of) : of;
  const end = isNarrowed(filter) ? await findEnd(db, ranges, recorded) : null;
  const bounded = { ...wanted, recorded: { ...recorded, from: end ?? recorded.from } };
  return { ids: await mergeIds(db, ranges, bounded, limit + 1), end };
}

/** Most pages over every app are filled from the newest results of all. Undefined when this one is not. */
async function findNewest(db: Reads, { reach, platform }: EveryApp, wanted: ResultPageQuery) {
  const { from, below } = wanted.recorded;
  const { conditions, values } = conditionsOf(wanted.filter);
  const { condition, values: reached } = isReached(reach);
  const newest = query<{ id: string }>(
    { id: "r.id" },
    `from (select * from result where id < ? and id >= ? order by id desc limit ${LOOKED_THROUGH}) r
     where exists (select 1 from app a where a.id = r.app_id || '' and ${condition})
     and exists (select 1 from platform p where p.app_id = r.app_id and p.code = r.platform)
     ${platform === null ? "" : "and r.platform = ?"}${conditions} order by r.id desc limit ?`,
  );
  const named = platform === null ? [] : [platform];
  const rows = await db.all(newest, below, from, ...reached, ...named, ...values, wanted.limit + 1);
  if (rows.length <= wanted.limit && (await db.get(beyondNewest, below, from)) !== undefined) return undefined;
  return rows.map(({ id }) => id);
}

/** A list shows results on the platforms that an app has now. */
async function rangesOf(db: Reads, { reach, platform }: EveryApp): Promise<ResultRange[]> {
  const apps = await listApps(db, reach);
  const configs = await getAppConfigs(db, apps);
  return apps.flatMap(({ id }, i) => {
    const codes = configs[i]!.platforms.map(({ code }) => code);
    return codes.flatMap((code) =>
      platform === null || platform === code ? [{ owner: { appId: id }, platform: code }] : [],
    );
  });
}

/** Throws `not_found`. */
export async function getShownResult(db: Reads, reach: Reach, id: string): Promise<ShownResult> {
  await getResult(db, reach, id);
  return (await db.get(byId, id))!;
}

/** How far down a page looks: to the lowest id above which no range has more results than one page may look through; null for all the way. */
async function findEnd(
  db: Reads,
  ranges: readonly ResultRange[],
  recorded: ResultPageQuery["recorded"],
): Promise<string | null> {
  const ofEach = Math.max(Math.floor(LOOKED_THROUGH / Math.max(ranges.length, 1)), LEAST_OF_RANGE);
  const beyond = await readRanges(db, ranges, "limit 1 offset ?", (range) => [...boundsOf(range, recorded), ofEach], 1);
  const highest = beyond.reduce((end, id) => (id > end ? id : end), "");
  // Just above it: that one is the first that the next page looks at.
  return highest === "" ? null : `${highest}${AFTER_EVERY_ID}`;
}

function conditionsOf(filter: ResultFilter): { conditions: string; values: Value[] } {
  const asked = (Object.keys(COLUMN_OF) as (keyof ResultFilter)[]).filter((field) => filter[field] !== null);
  return {
    conditions: asked.map((field) => ` and ${COLUMN_OF[field]} = ?`).join(""),
    values: asked.map((field) => filter[field]),
  };
}

async function mergeIds(
  db: Reads,
  ranges: readonly ResultRange[],
  { filter, recorded }: Pick<ResultPageQuery, "filter" | "recorded">,
  limit: number,
): Promise<string[]> {
  const { conditions, values } = conditionsOf(filter);
  const ids = await readRanges(
    db,
    ranges,
    "limit ?",
    (range) => [...boundsOf(range, recorded), ...values, limit],
    limit,
    conditions,
  );
  return ids.sort((a, b) => (a < b ? 1 : -1)).slice(0, limit);
}

/**
 * Each range is read in the order of one index and has a limit of its own, as it is with pages of issues. Gives the `most` newest ids of
 * all of them; where there are so many ranges that it takes several statements, of each.
 */
async function readRanges(
  db: Reads,
  ranges: readonly ResultRange[],
  limit: string,
  valuesOf: (range: ResultRange) => Value[],
  most: number,
  conditions = "",
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

function boundsOf({ owner, platform }: ResultRange, { from, below }: ResultPageQuery["recorded"]): Value[] {
  const id = "checkId" in owner ? owner.checkId : owner.appId;
  return [id, platform, below, id, platform, from];
}
