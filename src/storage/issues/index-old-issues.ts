// Puts issues into the index of terms that are not in it, or not yet with the term of their workspace: those from before, those that a server of an older version
// writes beside this one, and those that were put into the database as they were elsewhere.
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { command, type Query, query, type Reads, type Tx } from "../database/database.ts";
import { fromDocument, ISSUE_ROW, type IssueRow } from "./issue-document.ts";
import { flushIssueIndex, indexIssue, SEARCHED, vectorOf } from "./search-index.ts";

const AT_ONCE = 500;
/** What another server is at is left to it. */
const SHARED = "for update skip locked";

export type PlacedRow = IssueRow & { workspaceId: string };
const PLACED_ROW = { ...ISSUE_ROW, workspaceId: "(select workspace_id from app where app.id = issue.app_id)" };
const unsearched = (lock: string): Query<PlacedRow> =>
  query<PlacedRow>(PLACED_ROW, `from issue where searched = 0 and id > ? order by id limit ? ${lock}`);
const withoutTerm = (lock: string): Query<PlacedRow> =>
  query<PlacedRow>(PLACED_ROW, `from issue where searched < 2 order by id limit ? ${lock}`);
const onSqlite = { unsearched: unsearched(""), withoutTerm: withoutTerm("") };
const onPostgres = { unsearched: unsearched(SHARED), withoutTerm: withoutTerm(SHARED) };
const asked = ({ dialect }: Reads) => (dialect === "sqlite" ? onSqlite : onPostgres);
const note = command(`update issue set searched = ${SEARCHED} where id = ?`);
const setTerms = command(
  `update issue set searched = ${SEARCHED}, terms = filled.terms::tsvector
   from json_to_recordset(?) as filled (id text, terms text) where issue.id = filled.id`,
);

/** Some issues behind an id that are in no index yet. After a batch is committed, none of it is among them. */
export function someUnsearched(db: Reads, after: string, most: number): Awaitable<PlacedRow[]> {
  return db.all(asked(db).unsearched, after, most);
}

/** Adds issues to the index. Gives how many there were. */
export function index(tx: Tx, rows: readonly PlacedRow[]): number {
  if (tx.dialect === "sqlite") indexOnSqlite(tx, rows);
  else if (rows.length > 0) indexOnPostgres(tx, rows);
  return rows.length;
}

/**
 * Issues that were put into the database as they were elsewhere are found from then on, too. In the caller's transaction, where the index of
 * those that are left goes on holding the ones that were done: each batch begins behind the one before.
 */
export async function indexUnsearched(tx: Tx): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await someUnsearched(tx, after, AT_ONCE);
    if (index(tx, rows) < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

/** Gives some issues the term of their workspace. Says whether there may be more. */
export async function fillWorkspaceTerms(tx: Tx, most: number): Promise<boolean> {
  return index(tx, await tx.all(asked(tx).withoutTerm, most)) === most;
}

function indexOnSqlite(tx: Tx, rows: readonly PlacedRow[]): void {
  for (const row of rows) {
    indexIssue(tx, fromDocument(row, row.document), false);
    tx.run(note, row.id);
  }
  flushIssueIndex(tx);
}

function indexOnPostgres(tx: Tx, rows: readonly PlacedRow[]): void {
  const filled = rows.map((row) => ({
    id: row.id,
    terms: vectorOf(fromDocument(row, row.document), row.workspaceId),
  }));
  tx.run(setTerms, JSON.stringify(filled));
}
