// Issues that have certain terms, in the order of a list. What is common is found by going down the list a little way;
// what is rare, by the index of terms. Neither reads more than a small part of all issues.
import {
  answers,
  askedInSection,
  asksNothing,
  checkTag,
  type IssueQuery,
  statusTag,
  termsOf,
} from "../../domain/issues/search-terms.ts";
import type { App } from "../apps/apps.ts";
import { type Query, query, type Reads, type Value } from "../database/database.ts";
import { listCheckIdsOfSection, pickChecksOfSection } from "../runbook/checks.ts";
import { termSource } from "./issue-document.ts";
import type { PageRow } from "./issue-page-row.ts";
import {
  type AskedIssues,
  FIX,
  FIX_ORDER,
  fixedOfTime,
  fixedStart,
  type IssuePageQuery,
  placeOf,
  plainRanges,
  type Ranges,
  readRanges,
  sectionRanges,
  spanOf,
  UNINDEXED_FIX,
  UNINDEXED_FIX_ORDER,
} from "./issue-ranges.ts";
import { appTerm, findPlace, ftsQuery, NUMBERS, tsquery } from "./search-index.ts";

/** Issues that are looked through before the index is used. */
const LOOK_THROUGH = { raised_at: 400, fixed_at: 1_000 };

/** From this many terms on, the index merges whole lists of issues before it gives the first. */
const LONG_LIST = 50;

const ALL = 1_000_000_000;

/** At most `limit` issues behind the place at which the page begins. */
export async function searchIssues(db: Reads, wanted: IssuePageQuery): Promise<PageRow[]> {
  const { sectionId, asked } = wanted;
  if (sectionId === undefined) return searchTerms(db, wanted);
  const checkIds = await listCheckIdsOfSection(db, sectionId, LONG_LIST + 1);
  if (checkIds.length > LONG_LIST) return searchLongSection(db, wanted, sectionId);
  return searchTerms(db, { ...wanted, asked: askedInSection(asked, sectionId, checkIds) });
}

/** Finds issues by terms alone. */
async function searchTerms(db: Reads, wanted: IssuePageQuery): Promise<PageRow[]> {
  const { sort, limit, raised, asked } = wanted;
  const anyTerms = asksNothing(asked);
  const anyTime = raised.from === "" && raised.below === "~";
  if (anyTerms && (anyTime || sort === "raised_at")) {
    return readRanges(db, { ...plainRanges(db.dialect, wanted, limit), isPage: true }, sort, limit);
  }
  // SQLite's index gives whole terms in the order of raising, and reads no more of them than it gives.
  const inOrder = db.dialect === "sqlite" && sort === "raised_at";
  if (!inOrder || asked.start !== null) {
    const many = LOOK_THROUGH[sort];
    const rows = await readRanges(db, await above(db, wanted, inOrder, many), sort, many);
    const found = rows.filter((row) => isWanted(row, wanted));
    if (found.length >= limit || rows.length < many) return found.slice(0, limit);
  }
  const rest = anyTerms ? fixedOfTime(wanted, limit) : await indexRanges(db, wanted, asked, limit);
  return readRanges(db, rest, sort, limit);
}

/**
 * Among the next issues of the list, whose checks alone are looked at. Which checks the section has is asked only where those don't fill the
 * page, and something else is asked for, too.
 */
async function searchLongSection(db: Reads, wanted: IssuePageQuery, sectionId: string): Promise<PageRow[]> {
  const { sort, limit, asked, checkId } = wanted;
  const inOrder = db.dialect === "sqlite" && sort === "raised_at";
  const most = LOOK_THROUGH[sort];
  const found: PageRow[] = [];
  let after = wanted.after;
  for (let looked = 0, many = Math.min(2 * limit, most); many > 0; ) {
    const rows = await readRanges(db, await above(db, { ...wanted, after }, inOrder, many), sort, many);
    const answering = rows.filter((row) => isWanted(row, wanted));
    found.push(...(await pickOfSection(db, sectionId, answering)));
    if (found.length >= limit || rows.length < many) return found.slice(0, limit);
    after = placeOf(rows.at(-1)!);
    looked += many;
    many = Math.min(4 * many, most - looked);
  }
  if (asksNothing(asked) && checkId === null && sort === "raised_at") {
    return readRanges(db, sectionRanges(db.dialect, sectionId, wanted, limit), sort, limit);
  }
  const checkIds = await listCheckIdsOfSection(db, sectionId, ALL);
  const rest = await indexRanges(db, wanted, askedInSection(asked, sectionId, checkIds), limit);
  return readRanges(db, rest, sort, limit);
}

/** Those of the rows that are in a section, or on one of its checks. */
export async function pickOfSection(db: Reads, sectionId: string, rows: readonly PageRow[]): Promise<PageRow[]> {
  const ids = new Set(rows.flatMap(({ checkId }) => (checkId === null ? [] : [checkId])));
  const checks = ids.size === 0 ? ids : await pickChecksOfSection(db, sectionId, [...ids]);
  const isOfCheck = (id: string | null) => id !== null && checks.has(id);
  return rows.filter(({ checkId, document }) => {
    return isOfCheck(checkId) || termSource(checkId, document).sectionId === sectionId;
  });
}

/** The part of the list to look through: without the unfinished word if the index can do the rest in order. */
async function above(db: Reads, wanted: IssuePageQuery, inOrder: boolean, limit: number): Promise<Ranges> {
  const whole = { ...wanted.asked, start: null };
  return inOrder && !asksNothing(whole)
    ? indexRanges(db, wanted, whole, limit)
    : plainRanges(db.dialect, wanted, limit);
}

export function isWanted({ id, checkId, document }: PageRow, { asked, raised }: AskedIssues): boolean {
  if (id < raised.from || id >= raised.below) return false;
  return asksNothing(asked) || answers(termsOf(termSource(checkId, document)), asked);
}

/** Ranges of the index: the list's app, check and status become terms beside the wanted ones. */
async function indexRanges(db: Reads, wanted: IssuePageQuery, asked: IssueQuery, limit: number): Promise<Ranges> {
  const all = [...asked.all];
  if (wanted.checkId !== null) all.push(checkTag(wanted.checkId));
  if (wanted.statuses.length === 1) all.push(statusTag(wanted.statuses[0]!));
  const terms = { ...asked, all };
  return db.dialect === "sqlite" ? ftsRanges(db, wanted, terms, limit) : ginRanges(wanted, terms, limit);
}

async function ftsRanges(db: Reads, wanted: IssuePageQuery, asked: IssueQuery, limit: number): Promise<Ranges> {
  const { sort, after } = wanted;
  const text = ftsQuery(asked);
  const byFix = sort === "fixed_at";
  const start = byFix ? fixedStart(after) : [];
  const values: Value[][] = [];
  for (const app of wanted.apps) {
    const place = await findPlace(db, app.id);
    const span = place === undefined ? null : await numbersOf(db, app, byFix ? wanted.raised : spanOf(wanted));
    if (span === null) continue;
    const base = place! * NUMBERS;
    values.push([text, base + span.first, base + span.last, app.id, base, ...start, limit]);
  }
  const order = byFix ? FIX_ORDER : "f.rowid desc";
  // A number of this size is handed over as a fraction, by which the index would not look up: it must be made whole.
  const rest = `from issue_index f cross join issue i where f.issue_index match ?
    and f.rowid >= cast(? as integer) and f.rowid <= cast(? as integer)
    and i.app_id = ? and i.number = f.rowid - cast(? as integer) ${start.length > 0 ? `and (${FIX}) < (?, ?, ?)` : ""}
    order by ${order} limit ?`;
  return { rest, values, isSorted: byFix };
}

/** Columns are changed a little, so that no other index than that of the terms can be used. */
function ginRanges(wanted: IssuePageQuery, asked: IssueQuery, limit: number): Ranges {
  const { sort, after, apps, raised } = wanted;
  const byFix = sort === "fixed_at";
  const { from, below } = byFix ? raised : spanOf(wanted);
  const start = byFix ? fixedStart(after) : [];
  const order = byFix ? UNINDEXED_FIX_ORDER : "i.id || '' desc";
  const rest = `from issue i where i.terms @@ ?::tsquery and i.id || '' >= ? and i.id || '' < ?
    ${start.length > 0 ? `and (${UNINDEXED_FIX}) < (?, ?, ?)` : ""} order by ${order} limit ?`;
  const values = apps.map(({ id }) => {
    const terms = tsquery({ ...asked, all: [appTerm(id), ...asked.all] });
    return [terms, from, below, ...start, limit];
  });
  return { rest, values, isSorted: true };
}

const lastBelow = numberBy("i.id < ? order by i.id desc");
const firstFrom = numberBy("i.id >= ? order by i.id");

function numberBy(bound: string): Query<{ number: number }> {
  return query<{ number: number }>(
    { number: "i.number" },
    `from issue i where i.app_id = ? and i.status = ? and ${bound} limit 1`,
  );
}

/** The numbers of an app's issues between two ids: numbers and ids grow together. Null when there is none. */
async function numbersOf(
  db: Reads,
  app: App,
  { from, below }: { from: string; below: string },
): Promise<{ first: number; last: number } | null> {
  let [first, last] = [from === "" ? 1 : NUMBERS, below === "~" ? NUMBERS - 1 : 0];
  for (const status of ["open", "fixed"]) {
    if (below !== "~") last = Math.max(last, (await db.get(lastBelow, app.id, status, below))?.number ?? 0);
    if (from !== "") first = Math.min(first, (await db.get(firstFrom, app.id, status, from))?.number ?? NUMBERS);
  }
  return first <= last ? { first, last } : null;
}
