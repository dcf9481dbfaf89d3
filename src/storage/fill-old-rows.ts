// Gives rows from before what they lack when a server starts: issues their place in the index of terms and their workspace, apps the form of their name. A batch
// is a transaction: a start that is broken off goes on where it was, and servers that start together share the work.
import { appsWithoutForm, giveNameForms } from "./apps/app-names.ts";
import { command, placeholders, query, type Tx } from "./database/database.ts";
import type { Postgres } from "./database/postgres.ts";
import { openSqliteWriter } from "./database/sqlite.ts";
import { index, type PlacedRow, someUnsearched } from "./issues/index-old-issues.ts";

const SQLITE_BATCH = 5_000;
const POSTGRES_BATCH = 500;

/** What another server is at is left to it. */
const SHARED = "for update skip locked";
const without = (lock: string) =>
  query<{ id: string }>({ id: "id" }, `from issue where workspace_id is null order by id limit ? ${lock}`);
const onSqlite = { without: without(""), unformed: appsWithoutForm("") };
const onPostgres = { without: without(SHARED), unformed: appsWithoutForm(SHARED) };

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
    const unsearched = (most: number) => someUnsearched(writer, "", most) as PlacedRow[];
    if (unsearched(1).length > 0) fill(() => index(writer, unsearched(SQLITE_BATCH)));
  } finally {
    writer.close();
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
  return index(tx, await someUnsearched(tx, "", POSTGRES_BATCH));
}

function giveWorkspaces(tx: Tx, rows: readonly { id: string }[]): number {
  if (rows.length === 0) return 0;
  const give = command(`update issue set workspace_id = (select workspace_id from app where app.id = issue.app_id)
    where id in (${placeholders(rows.length)})`);
  tx.run(give, ...rows.map(({ id }) => id));
  return rows.length;
}
