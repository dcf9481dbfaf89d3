// Puts issues from before the index of terms into it, when a server starts. A batch is a transaction: a start that is
// broken off goes on where it was, and servers that start together share the work.
import { command, type Query, query, type Tx } from "../database/database.ts";
import type { Postgres } from "../database/postgres.ts";
import { openSqliteWriter } from "../database/sqlite.ts";
import { fromDocument, ISSUE_ROW, type IssueRow } from "./issue-document.ts";
import { flushIssueIndex, indexIssue, vectorOf } from "./search-index.ts";

const SQLITE_BATCH = 5_000;
const POSTGRES_BATCH = 500;

const unsearched = (lock: string): Query<IssueRow> =>
  query<IssueRow>(ISSUE_ROW, `from issue where searched = 0 order by id limit ? ${lock}`);
const onSqlite = unsearched("");
const onPostgres = unsearched("for update skip locked");
const note = command("update issue set searched = 1 where id = ?");
const setTerms = command(
  `update issue set searched = 1, terms = filled.terms::tsvector
   from json_to_recordset(?) as filled (id text, terms text) where issue.id = filled.id`,
);

export function fillSqlite(file: string): void {
  const writer = openSqliteWriter(file);
  try {
    if (writer.get(onSqlite, 1) === undefined) return;
    for (let more = true; more; ) {
      writer.begin();
      const rows = writer.all(onSqlite, SQLITE_BATCH);
      for (const row of rows) {
        indexIssue(writer, fromDocument(row, row.document), false);
        writer.run(note, row.id);
      }
      flushIssueIndex(writer);
      writer.commit();
      writer.checkpointIfDue();
      more = rows.length === SQLITE_BATCH;
    }
  } finally {
    writer.close();
  }
}

export async function fillPostgres(database: Postgres): Promise<void> {
  for (let more = true; more; ) more = await database.transaction(fillBatch);
}

async function fillBatch(tx: Tx): Promise<boolean> {
  const rows = await tx.all(onPostgres, POSTGRES_BATCH);
  if (rows.length === 0) return false;
  const filled = rows.map((row) => ({ id: row.id, terms: vectorOf(fromDocument(row, row.document)) }));
  tx.run(setTerms, JSON.stringify(filled));
  return rows.length === POSTGRES_BATCH;
}
