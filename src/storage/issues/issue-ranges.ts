// Ranges of issues in the order of a list: a page merges one ordered index range per app and status, so that its cost
// is the page's size, however many issues there are.
import type { IssueStatus } from "../../domain/issues/issue.ts";
import type { IssueQuery } from "../../domain/issues/search-terms.ts";
import type { App } from "../apps/apps.ts";
import { type Dialect, placeholders, type Query, query, type Reads, type Value } from "../database/database.ts";
import { PAGE_ROW, type PageRow, PLACE, type PlaceRow, pageBy } from "./issue-page-row.ts";

/** Where a page begins: below this place. The fix counts only in the order of fixing. */
export interface IssuePlace {
  fixedAt: number;
  fixedRevision: number;
  id: string;
}

export interface IssuePageQuery extends AskedIssues {
  /** The apps to list, all in the caller's reach. */
  apps: readonly App[];
  checkId: string | null;
  /** The section whose issues, and those on whose checks, are wanted. */
  sectionId?: string | undefined;
}

/** A query for issues of any apps. */
export interface AskedIssues {
  statuses: readonly IssueStatus[];
  sort: "raised_at" | "fixed_at";
  /** Terms that an issue must have. */
  asked: IssueQuery;
  /** Ids between which they lie, by their time: the first is included, the second is not. */
  raised: { from: string; below: string };
  after: IssuePlace | null;
  limit: number;
}

/**
 * In the order of fixing equal times are told apart by the app's revision: when a clock was set back many are equal. Of
 * different apps the revisions say nothing about each other, but the order is the same on every page.
 */
export const FIX = "i.fixed_at, i.fixed_revision, i.id";
export const FIX_ORDER = "i.fixed_at desc, i.fixed_revision desc, i.id desc";
/** The order of fixing, written so that SQLite doesn't use an index for it. */
export const UNINDEXED_FIX = "i.fixed_at + 0, i.fixed_revision + 0, i.id || ''";
export const UNINDEXED_FIX_ORDER = "i.fixed_at + 0 desc, i.fixed_revision + 0 desc, i.id || '' desc";

/** The values by which a page in the order of fixing begins; none for the first. */
export function fixedStart(after: IssuePlace | null): Value[] {
  return after === null ? [] : [after.fixedAt, after.fixedRevision, after.id];
}

/** One statement for each range, in the order of the list and with a limit, and the values of each. */
export interface Ranges {
  rest: string;
  values: Value[][];
  /** Set for a plain page, which is asked for together with those of other requests. */
  isPage?: true;
  /** No index has them in this order. Their places alone are sorted: with their documents that takes SQLite up to twice as long. */
  isSorted?: boolean;
}

/** Where the next page begins if this issue is the last of one. */
export function placeOf({ id, fixedAt, fixedRevision }: PlaceRow): IssuePlace {
  return { id, fixedAt: fixedAt ?? 0, fixedRevision: fixedRevision ?? 0 };
}

/** The most ranges in one statement: more would be slow to prepare. */
const MAX_RANGES = 100;

export async function readRanges(
  db: Reads,
  { rest, values, isPage, isSorted = false }: Ranges,
  sort: AskedIssues["sort"],
  limit: number,
): Promise<PageRow[]> {
  const [first] = values;
  if (first === undefined) return [];
  if (values.length === 1 && !isSorted)
    return db.all(isPage ? pageBy(rest, first) : query<PageRow>(PAGE_ROW, rest), ...first);
  return readRows(db, await mergeRanges(db, query<PlaceRow>(PLACE, rest), values, sort, limit));
}

/** The places of a page that several ranges share, from the indexes alone. */
async function mergeRanges(
  db: Reads,
  one: Query<PlaceRow>,
  ranges: Value[][],
  sort: AskedIssues["sort"],
  limit: number,
): Promise<PlaceRow[]> {
  // The columns by position: a compound statement orders by its result columns alone.
  const order = sort === "fixed_at" ? "2 desc, 3 desc, 1 desc" : "1 desc";
  let places: PlaceRow[] = [];
  for (let start = 0; start < ranges.length; start += MAX_RANGES) {
    const some = ranges.slice(start, start + MAX_RANGES);
    const all = some.map(() => `select * from (${one.text}) page`).join(" union all ");
    const merged = { text: `${all} order by ${order} limit ?`, read: one.read };
    places.push(...(await db.all(merged, ...some.flat(), limit)));
  }
  if (ranges.length > MAX_RANGES) places = places.sort(inOrder(sort)).slice(0, limit);
  return places;
}

/** The issues at these places, in their order; one that was erased since its place was found is left out. */
export async function readRows(db: Reads, places: readonly PlaceRow[]): Promise<PageRow[]> {
  if (places.length === 0) return [];
  const those = query<PageRow>(PAGE_ROW, `from issue i where i.id in (${placeholders(places.length)})`);
  const byId = new Map((await db.all(those, ...places.map(({ id }) => id))).map((row) => [row.id, row]));
  return places.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The issues of some apps or of a check, whatever their terms. In the order of fixing the time of raising is left out. */
export function plainRanges(dialect: Dialect, wanted: IssuePageQuery, limit: number): Ranges {
  const { apps, checkId } = wanted;
  if (checkId !== null) return rangesOf(dialect, "i.check_id", [checkId], wanted, limit);
  return rangesOf(
    dialect,
    "i.app_id",
    apps.map((app) => app.id),
    wanted,
    limit,
  );
}

/** The issues whose `owner`, a column that an index begins with, is one of `owners`. */
export function rangesOf(
  dialect: Dialect,
  owner: "i.check_id" | "i.app_id" | "i.workspace_id",
  owners: readonly string[],
  wanted: AskedIssues,
  limit: number,
): Ranges {
  const { statuses, sort, after } = wanted;
  if (sort === "fixed_at") {
    const start = fixedStart(after);
    return { rest: fixedRange(owner, after !== null), values: owners.map((id) => [id, ...start, limit]) };
  }
  const { from, below } = spanOf(wanted);
  const values = owners.flatMap((id) =>
    statuses.map((status) => {
      const start: Value[] = dialect === "postgres" ? [id, status, below, status] : [id, status, below];
      if (from === "") return [...start, limit];
      return dialect === "postgres" ? [...start, status, from, limit] : [...start, from, limit];
    }),
  );
  return { rest: raisedRange(dialect, owner, from !== ""), values };
}

/** The ids that a page in the order of raising may show. */
export function spanOf({ raised, after }: AskedIssues): { from: string; below: string } {
  const below = after !== null && after.id < raised.below ? after.id : raised.below;
  return { from: raised.from, below };
}

/**
 * The issues of a section and of its checks: one look into an index for each check. For sections with more checks than the index of
 * terms should be asked for at once.
 */
export function sectionRanges(dialect: Dialect, sectionId: string, wanted: AskedIssues, limit: number): Ranges {
  const { from, below } = spanOf(wanted);
  const those = (column: string) => `x.${column} and x.status = ? and x.id < ? and x.id >= ?`;
  const ofCheck = `select x.id from issue x where ${those("check_id = c.id")} order by x.id desc limit ?`;
  const ofChecks =
    dialect === "postgres"
      ? `"check" c cross join lateral (${ofCheck}) x where c.section_id = ?`
      : `"check" c join issue x on x.id in (${ofCheck}) where c.section_id = ?`;
  const own = `select x.id from issue x where ${those("section_id = ?")}`;
  return {
    rest: `from issue i where i.id in (select id from (select x.id from ${ofChecks} union all ${own}) found order by id desc limit ?)
      order by i.id desc limit ?`,
    values: wanted.statuses.map((status) => {
      const span = [status, below, from];
      return [...span, limit, sectionId, sectionId, ...span, limit, limit];
    }),
  };
}

/** Fixed issues of a time of raising, sorted by when they were fixed: it costs what was raised in that time. */
export function fixedOfTime({ apps, checkId, raised, after }: IssuePageQuery, limit: number): Ranges {
  const owner = checkId !== null ? "i.check_id" : "i.app_id";
  const owners = checkId !== null ? [checkId] : apps.map((app) => app.id);
  const start = fixedStart(after);
  return {
    rest: `from issue i where ${owner} = ? and i.status = 'fixed' and i.id >= ? and i.id < ?
      ${after === null ? "" : `and (${UNINDEXED_FIX}) < (?, ?, ?)`} order by ${UNINDEXED_FIX_ORDER} limit ?`,
    values: owners.map((id) => [id, raised.from, raised.below, ...start, limit]),
    isSorted: true,
  };
}

function fixedRange(owner: string, continued: boolean): string {
  return `from issue i where ${owner} = ? and i.fixed_at is not null ${continued ? `and (${FIX}) < (?, ?, ?)` : ""}
    order by ${FIX_ORDER} limit ?`;
}

/**
 * PostgreSQL may walk the primary key and filter when that seems cheaper, which it is not when the newest issues are
 * others: ordered by status and id it has one index to choose. The status by itself says where to stop; by the pair
 * alone PostgreSQL goes on to the end of the app. SQLite chooses well, and compares twice as fast.
 */
function raisedRange(dialect: Dialect, owner: string, bounded: boolean): string {
  if (dialect === "sqlite") {
    return `from issue i where ${owner} = ? and i.status = ? and i.id < ? ${bounded ? "and i.id >= ?" : ""}
      order by i.id desc limit ?`;
  }
  return `from issue i where ${owner} = ? and (i.status, i.id) < (?, ?) and i.status >= ?
    ${bounded ? "and (i.status, i.id) >= (?, ?)" : ""} order by i.status desc, i.id desc limit ?`;
}

function inOrder(sort: AskedIssues["sort"]): (a: PlaceRow, b: PlaceRow) => number {
  return (a, b) => {
    if (sort === "fixed_at" && a.fixedAt !== b.fixedAt) return b.fixedAt! - a.fixedAt!;
    if (sort === "fixed_at" && a.fixedRevision !== b.fixedRevision) return b.fixedRevision! - a.fixedRevision!;
    return a.id < b.id ? 1 : -1;
  };
}
