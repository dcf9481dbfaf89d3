// Pages of issues, newest or most recently fixed first. A page merges one ordered index range per app and status,
// so that its cost is the page's size, however many issues there are.
import type { IssueStatus } from "../domain/issue.ts";
import type { App } from "./apps.ts";
import { getCheckOfApp } from "./checks.ts";
import { type Dialect, placeholders, type Query, query, type Reads, type Value } from "./database.ts";
import type { IssueText } from "./issues.ts";

/** Where a page begins: below this place. `fixedAt` counts only in the order of fixing. */
export interface IssuePlace {
  fixedAt: number;
  id: string;
}

export interface IssuePageQuery {
  /** The apps to list, all in the caller's reach. */
  apps: readonly App[];
  checkId: string | null;
  statuses: readonly IssueStatus[];
  sort: "raised_at" | "fixed_at";
  after: IssuePlace | null;
  limit: number;
}

interface PlaceRow {
  id: string;
  fixedAt: number | null;
}

interface PageRow extends PlaceRow {
  appId: string;
  checkId: string | null;
  document: string;
}

const PLACE: Record<keyof PlaceRow, string> = { id: "i.id", fixedAt: "i.fixed_at" };
const ROW: Record<keyof PageRow, string> = {
  ...PLACE,
  appId: "i.app_id",
  checkId: "i.check_id",
  document: "i.document",
};

export type PageIssue = IssueText & { fixedAt: number | null };

/** More ranges than this in one statement would be slow to prepare. */
const MAX_RANGES = 100;

export async function listIssues(db: Reads, wanted: IssuePageQuery): Promise<PageIssue[]> {
  const ranges = rangesOf(db.dialect, wanted);
  const rows =
    ranges.length === 1
      ? await db.all(rangeOf(db.dialect, wanted, ROW), ...ranges[0]!)
      : await readRows(db, await mergeRanges(db, wanted, ranges));
  return withNames(db, wanted.apps, rows);
}

/** The places of a page that several ranges share, from the indexes alone. */
async function mergeRanges(db: Reads, wanted: IssuePageQuery, ranges: Value[][]): Promise<PlaceRow[]> {
  const one = rangeOf(db.dialect, wanted, PLACE);
  // The columns by position: a compound statement orders by its result columns alone.
  const order = wanted.sort === "fixed_at" ? "2 desc, 1 desc" : "1 desc";
  let places: PlaceRow[] = [];
  for (let start = 0; start < ranges.length; start += MAX_RANGES) {
    const some = ranges.slice(start, start + MAX_RANGES);
    const all = some.map(() => `select * from (${one.text}) page`).join(" union all ");
    const merged = { text: `${all} order by ${order} limit ?`, read: one.read };
    places.push(...(await db.all(merged, ...some.flat(), wanted.limit)));
  }
  if (ranges.length > MAX_RANGES) places = places.sort(inOrder(wanted.sort)).slice(0, wanted.limit);
  return places;
}

async function readRows(db: Reads, places: readonly PlaceRow[]): Promise<PageRow[]> {
  if (places.length === 0) return [];
  const those = query<PageRow>(ROW, `from issue i where i.id in (${placeholders(places.length)})`);
  const byId = new Map((await db.all(those, ...places.map(({ id }) => id))).map((row) => [row.id, row]));
  return places.map(({ id }) => byId.get(id)!);
}

/** What can be renamed stands beside the issues: the app's name, the check's ref and title. */
async function withNames(db: Reads, apps: readonly App[], rows: readonly PageRow[]): Promise<PageIssue[]> {
  const byId = new Map(apps.map((app) => [app.id, app]));
  const issues: PageIssue[] = [];
  for (const { id, appId, checkId, document, fixedAt } of rows) {
    const app = byId.get(appId)!;
    const found = checkId === null ? null : getCheckOfApp(db, app, checkId);
    const check = found instanceof Promise ? await found : found;
    const checkRef = check?.ref ?? null;
    const checkTitle = check?.title ?? null;
    issues.push({ id, appId, appName: app.name, checkId, checkRef, checkTitle, document, fixedAt });
  }
  return issues;
}

/** Sorts after every id. */
const AFTER_EVERY_ID = "~";

/** The bound values of each range, in the order of its placeholders. */
function rangesOf(dialect: Dialect, { apps, checkId, statuses, sort, after, limit }: IssuePageQuery): Value[][] {
  const owners = checkId !== null ? [checkId] : apps.map((app) => app.id);
  if (sort === "fixed_at") return owners.map((owner) => [owner, ...(after ? [after.fixedAt, after.id] : []), limit]);
  const below = after?.id ?? AFTER_EVERY_ID;
  return owners.flatMap((owner) =>
    statuses.map((status) => {
      const start: Value[] = [owner, status, below];
      return dialect === "postgres" ? [...start, owner, status, limit] : [...start, limit];
    }),
  );
}

/** Each range has an order and a limit of its own, so that no more than a page is read of it. */
function rangeOf<Row extends object>(
  dialect: Dialect,
  { checkId, sort, after }: IssuePageQuery,
  columns: Record<keyof Row, string>,
): Query<Row> {
  const owner = checkId !== null ? "i.check_id" : "i.app_id";
  const range = sort === "fixed_at" ? fixedRange(owner, after !== null) : raisedRange(dialect, owner);
  return query<Row>(columns, `from issue i ${range}`);
}

function fixedRange(owner: string, continued: boolean): string {
  return `where ${owner} = ? and i.fixed_at is not null ${continued ? "and (i.fixed_at, i.id) < (?, ?)" : ""}
    order by i.fixed_at desc, i.id desc limit ?`;
}

/**
 * PostgreSQL may walk the primary key and filter when that seems cheaper, which it is not when the newest issues are
 * others: comparing whole index entries leaves it one index to choose. SQLite chooses well, and compares twice as fast.
 */
function raisedRange(dialect: Dialect, owner: string): string {
  if (dialect === "sqlite") return `where ${owner} = ? and i.status = ? and i.id < ? order by i.id desc limit ?`;
  return `where ${owner} is not null and (${owner}, i.status, i.id) < (?, ?, ?) and (${owner}, i.status, i.id) >= (?, ?, '')
    order by ${owner} desc, i.status desc, i.id desc limit ?`;
}

function inOrder(sort: IssuePageQuery["sort"]): (a: PlaceRow, b: PlaceRow) => number {
  return (a, b) => {
    if (sort === "fixed_at" && a.fixedAt !== b.fixedAt) return b.fixedAt! - a.fixedAt!;
    return a.id < b.id ? 1 : -1;
  };
}
