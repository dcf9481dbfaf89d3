// Pages of results, most recently recorded first: ids sort by time. The ranges of a page are merged by the indexes alone, what no index
// can narrow down is looked for among a bounded number of rows, and over many apps a page goes down the one index of its workspace.
import type { Reach } from "../../domain/access/grant.ts";
import { getAppConfigs } from "../apps/app-config.ts";
import { listApps } from "../apps/apps.ts";
import { placeholders, query, type Reads, type Value } from "../database/database.ts";
import {
  conditionsOf,
  findEnd,
  isNarrowed,
  LOOKED_THROUGH,
  mergeIds,
  type RecordedBetween,
  type ResultFilter,
  type ResultRange,
} from "./result-ranges.ts";
import { getResult, RESULT_COLUMNS, type ShownResult } from "./results.ts";

/** The list over every app in reach, where they are many. */
export interface EveryApp {
  reach: Reach;
  platform: string | null;
}

export interface ResultPageQuery {
  of: readonly ResultRange[] | EveryApp;
  filter: ResultFilter;
  recorded: RecordedBetween;
  limit: number;
}

/** A result with its check's present section; null if that was deleted. */
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
/** A statement that names more rows than this would be slow to prepare. */
const MAX_ROWS = 500;

/** Until the workspace is filled in for old results, they are searched app by app. */
const withoutWorkspace = query<{ id: string }>({ id: "id" }, "from result where workspace_id is null limit 1");

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
  if (newest !== undefined) return newest;
  const ranges = "reach" in of ? await rangesOf(db, of) : of;
  const end = isNarrowed(filter) ? await findEnd(db, ranges, recorded) : null;
  const bounded = { ...wanted, recorded: { ...recorded, from: end ?? recorded.from } };
  return { ids: await mergeIds(db, ranges, bounded, limit + 1), end };
}

/**
 * Most pages over every app are filled from the next few results of the workspace; what is looked for among them ends where a page has
 * looked through enough. Undefined when this one is not filled, and every result on the way is of the list: then the apps have them further down.
 */
async function findNewest(db: Reads, of: EveryApp, wanted: ResultPageQuery) {
  if ((await db.get(withoutWorkspace)) !== undefined) return undefined;
  const { filter, recorded, limit } = wanted;
  const { workspaceId } = of.reach;
  const { isOfList, values } = ofList(of, filter);
  const next = query<{ id: string; isOfList: number }>(
    { id: "r.id", isOfList: `case when ${isOfList} then 1 else 0 end` },
    `from result r where (r.workspace_id, r.id) < (?, ?) and (r.workspace_id, r.id) >= (?, ?)
     order by r.workspace_id desc, r.id desc limit ?`,
  );
  const ids: string[] = [];
  let below = recorded.below;
  for (let looked = 0, many = limit + 1; looked < LOOKED_THROUGH; ) {
    const rows = await db.all(next, ...values, workspaceId, below, workspaceId, recorded.from, many);
    ids.push(...rows.flatMap((row) => (row.isOfList === 1 ? [row.id] : [])));
    if (ids.length > limit || rows.length < many) return { ids: ids.slice(0, limit + 1), end: null };
    below = rows.at(-1)!.id;
    looked += many;
    many = Math.min(many * 4, LOOKED_THROUGH - looked);
  }
  return isNarrowed(filter) ? { ids, end: below } : undefined;
}

/** The condition that a result, `r` in the statement, belongs to the apps, platform and filter of the list. */
function ofList({ reach, platform }: EveryApp, filter: ResultFilter): { isOfList: string; values: Value[] } {
  const { conditions, values } = conditionsOf(filter);
  // Looked up row by row: for `exists` PostgreSQL may read the platforms of every workspace first.
  const isOfList = `(select 1 from app a where a.id = r.app_id and a.archived_at is null) = 1
    and (select 1 from platform p where p.app_id = r.app_id and p.code = r.platform) = 1
    ${reach.apps === null ? "" : `and r.app_id in (${placeholders(reach.apps.length)})`}
    ${platform === null ? "" : "and r.platform = ?"}${conditions}`;
  return { isOfList, values: [...(reach.apps ?? []), ...(platform === null ? [] : [platform]), ...values] };
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
