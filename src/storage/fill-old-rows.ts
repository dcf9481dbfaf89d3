// Gives rows from before what they lack when a server starts: issues their place in the index of terms and their workspace, apps the form of their name. A batch
// is a transaction: a start that is broken off goes on where it was, and servers that start together share the work.
import { appsWithoutForm, giveNameForms } from "./apps/app-names.ts";
import { command, placeholders, type Query, query, type Tx } from "./database/database.ts";
import type { Postgres } from "./database/postgres.ts";
import { openSqliteWriter } from "./database/sqlite.ts";
import { fromDocument, ISSUE_ROW, type IssueRow } from "./issues/issue-document.ts";
import { flushIssueIndex, indexIssue, vectorOf } from "./issues/search-index.ts";

const SQLITE_BATCH = 5_000;
const POSTGRES_BATCH = 500;

/** What another server is at is left to it. */
const SHARED = "for update skip locked";
const unsearched = (lock: string): Query<IssueRow> =>
  query<IssueRow>(ISSUE_ROW, `from issue where searched = 0 and id > ? order by id limit ? ${lock}`);
const without = (lock: string) =>
  query<{ id: string }>({ id: "id" }, `from issue where workspace_id is null order by id limit ? ${lock}`);
const onSqlite = { unsearched: unsearched(""), without: without(""), unformed: appsWithoutForm("") };
const onPostgres = { unsearched: unsearched(SHARED), without: without(SHARED), unformed: appsWithoutForm(SHARED) };
const note = command("update issue set searched = 1 where id = ?");
const setTerms = command(
  `update issue set searched = 1, terms = filled.terms::tsvector
   from json_to_recordset(?) as filled (id text, terms text) where issue.id = filled.id`,
);

export function fillSqlite(file: string): void {
  const writer = openSqliteWriter(file);
  const fill = (batch: () => number) => {
    for (let filled = SQLITE_BATCH; filled === SQLITE_BATCH; ) {
      writer.begin();
      filled = batch();
      writer.commit();
      writer.checkpointIfDue();
    }
  };
  try {
    if (writer.get(onSqlite.unformed, 1) !== undefined) {
      fill(() => giveNameForms(writer, writer.all(onSqlite.unformed, SQLITE_BATCH)));
    }
    if (writer.get(onSqlite.without, 1) !== undefined) {
      fill(() => giveWorkspaces(writer, writer.all(onSqlite.without, SQLITE_BATCH)));
    }
    if (writer.get(onSqlite.unsearched, "", 1) === undefined) return;
    fill(() => indexOnSqlite(writer, writer.all(onSqlite.unsearched, "", SQLITE_BATCH)));
  } finally {
    writer.close();
  }
}

function indexOnSqlite(tx: Tx, rows: readonly IssueRow[]): number {
  for (const row of rows) {
    indexIssue(tx, fromDocument(row, row.document), false);
    tx.run(note, row.id);
  }
  flushIssueIndex(tx);
  return rows.length;
}

/**
 * Issues that were put into the database as they were elsewhere are found from then on, too. In the caller's transaction, where the index of
 * those that are left goes on holding the ones that were done: each batch begins behind the one before.
 */
export async function indexUnsearched(tx: Tx): Promise<void> {
  const unsearchedHere = tx.dialect === "sqlite" ? onSqlite.unsearched : onPostgres.unsearched;
  for (let after = ""; ; ) {
    const rows = await tx.all(unsearchedHere, after, POSTGRES_BATCH);
    if (tx.dialect === "sqlite") indexOnSqlite(tx, rows);
    else indexOnPostgres(tx, rows);
    if (rows.length < POSTGRES_BATCH) return;
    after = rows.at(-1)!.id;
  }
}

export async function fillPostgres(database: Postgres): Promise<void> {
  for (const batch of [fillNameForms, fillWorkspaces, fillTerms]) {
    while ((await database.transaction(batch)) === POSTGRES_BATCH);
  }
}

async function fillNameForms(tx: Tx): Promise<number> {
  return giveNameForms(tx, await tx.all(onPostgres.unformed, POSTGRES_BATCH));
}

async function fillWorkspaces(tx: Tx): Promise<number> {
  return giveWorkspaces(tx, await tx.all(onPostgres.without, POSTGRES_BATCH));
}

async function fillTerms(tx: Tx): Promise<number> {
  return indexOnPostgres(tx, await tx.all(onPostgres.unsearched, "", POSTGRES_BATCH));
}

function indexOnPostgres(tx: Tx, rows: readonly IssueRow[]): number {
  if (rows.length === 0) return 0;
  const filled = rows.map((row) => ({ id: row.id, terms: vectorOf(fromDocument(row, row.document)) }));
  tx.run(setTerms, JSON.stringify(filled));
  return rows.length;
}

function giveWorkspaces(tx: Tx, rows: readonly { id: string }[]): number {
  if (rows.length === 0) return 0;
  const give = command(`update issue set workspace_id = (select workspace_id from app where app.id = issue.app_id)
    where id in (${placeholders(rows.length)})`);
  tx.run(give, ...rows.map(({ id }) => id));
  return rows.length;
}
