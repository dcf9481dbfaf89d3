// The index of terms that issues are found by, kept by the transaction that writes the issue. PostgreSQL holds the terms
// in the issue's row; for SQLite they are cached and go into the index's own table at the end, in its order.
import type { Issue } from "../../domain/issues/issue.ts";
import { type IssueQuery, termsOf, workspaceTag } from "../../domain/issues/search-terms.ts";
import { command, query, type Reads, type Tx } from "../database/database.ts";

/** SQLite's index needs whole numbers: an issue's is its app's place times this, plus its own number. */
export const NUMBERS = 2 ** 32;

const INDEX = "issue_index";

/** What `searched` says of an issue: that it is in the index with the term of its workspace. Servers of an older version write 1, and leave the term out. */
export const SEARCHED = 2;

const addPlace = command("insert into app_place (app_id) values (?) on conflict do nothing");
const placeOf = query<{ place: number }>({ place: "place" }, "from app_place where app_id = ?");
const withWorkspace = query<Place>(
  { place: "place", workspaceId: "(select workspace_id from app where id = app_id)" },
  "from app_place where app_id = ?",
);
const add = command("insert into issue_index (rowid, terms) values (cast(? as integer), ?)");
const replace = command("insert or replace into issue_index (rowid, terms) values (cast(? as integer), ?)");

/** SQLite's index keeps the words of rows that were replaced, until it is put together anew. */
export const REBUILD_INDEX = command("insert into issue_index (issue_index) values ('optimize')");
const dropIndexed = command(
  `delete from issue_index where rowid =
   (select cast(place * ${NUMBERS} + number as integer) from issue join app_place using (app_id) where issue.id = ?)`,
);
const dropPlaceOf = command("delete from app_place where app_id = ?");

interface Place {
  place: number;
  workspaceId: string;
}

interface Entry {
  issue: Issue;
  /** Raised in this transaction: there is nothing to replace. */
  isNew: boolean;
}

/** Notes for SQLite that the issue is to be indexed as it is now. */
export function indexIssue({ cache }: Tx, issue: Issue, isNew: boolean): void {
  const entries = cache.rows<Entry>(INDEX);
  entries.set(issue.id, { issue, isNew: isNew || entries.get(issue.id)?.isNew === true });
}

/**
 * Writes gathered entries in the order of their ids: SQLite writes out its index whenever one comes before the last.
 */
export function flushIssueIndex(tx: Tx): void {
  const entries = tx.cache.rows<Entry>(INDEX);
  if (entries.size === 0) return;
  const places = new Map<string, Place>();
  for (const { issue } of entries.values()) {
    if (!places.has(issue.appId)) places.set(issue.appId, takePlace(tx, issue.appId));
  }
  const rows = [...entries.values()].map(({ issue, isNew }) => {
    const { place, workspaceId } = places.get(issue.appId)!;
    const terms = [...termsOf(issue), workspaceTag(workspaceId)].join(" ");
    return { row: place * NUMBERS + issue.number, terms, isNew };
  });
  rows.sort((a, b) => a.row - b.row);
  for (const { row, terms, isNew } of rows) tx.run(isNew ? add : replace, row, terms);
  entries.clear();
}

function takePlace(tx: Tx, appId: string): Place {
  const known = tx.get(withWorkspace, appId) as Place | undefined;
  if (known !== undefined) return known;
  tx.run(addPlace, appId);
  return tx.get(withWorkspace, appId) as Place;
}

/** Takes issues out of SQLite's index; they stay in their table. */
export function dropFromIndex(tx: Tx, issueIds: readonly string[]): void {
  if (tx.dialect !== "sqlite") return;
  flushIssueIndex(tx);
  for (const id of issueIds) tx.run(dropIndexed, id);
}

/** Takes all issues of an app out of SQLite's index. */
export function dropPlace(tx: Tx, appId: string): void {
  if (tx.dialect === "sqlite") tx.run(dropPlaceOf, appId);
}

const MAX_PLACES = 10_000;
/** Kept in memory, as an app's place never changes. */
const places = new WeakMap<Reads, Map<string, number>>();

/** The app's place in SQLite's index; undefined as long as it has had no issue. */
export async function findPlace(db: Reads, appId: string): Promise<number | undefined> {
  let known = places.get(db);
  if (known === undefined || known.size >= MAX_PLACES) {
    known = new Map();
    places.set(db, known);
  }
  const place = known.get(appId) ?? (await db.get(placeOf, appId))?.place;
  if (place !== undefined) known.set(appId, place);
  return place;
}

/** What PostgreSQL keeps in the issue's row. The app is a term there, because one index serves all apps. */
export function vectorOf(issue: Issue, workspaceId: string): string {
  return vectorOfTerms([appTerm(issue.appId), workspaceTag(workspaceId), ...termsOf(issue)]);
}

export function vectorOfTerms(terms: readonly string[]): string {
  return terms.map(quoted).join(" ");
}

export function appTerm(appId: string): string {
  return `§a${appId.slice(appId.indexOf("_") + 1)}`;
}

/** A query in the syntax of PostgreSQL's search. */
export function tsquery({ all, any, start }: IssueQuery): string {
  const parts = all.map(quoted);
  for (const some of any) parts.push(`(${some.map(quoted).join(" | ")})`);
  if (start !== null) parts.push(`${quoted(start)}:*`);
  return parts.join(" & ");
}

/** A search in the words of SQLite's index. Terms hold no quote; were there one, it would end nothing. */
export function ftsQuery({ all, any, start }: IssueQuery): string {
  const phrase = (term: string) => `"${term.replaceAll('"', '""')}"`;
  const parts = all.map(phrase);
  for (const some of any) parts.push(`(${some.map(phrase).join(" OR ")})`);
  if (start !== null) parts.push(`${phrase(start)} *`);
  return parts.join(" AND ");
}

function quoted(term: string): string {
  if (!term.includes("'") && !term.includes("\\")) return `'${term}'`;
  return `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
