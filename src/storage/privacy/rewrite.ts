// Takes what was deleted or replaced out of PostgreSQL's own files: tables are written anew, then its statistics, then its write-ahead
// log. Each table is locked meanwhile. Whatever interrupts it, it can be run again.
import type pg from "pg";
import type { Postgres } from "../database/postgres.ts";
import { TABLES } from "../migrations/all.ts";
import { type Remaining, rewriteLog } from "./rewrite-log.ts";
import { type Patience, rewriteTable } from "./rewrite-table.ts";
import { holdsTexts } from "./sweep.ts";

export interface RewriteNews {
  /** What is being rewritten or waited for now. */
  what: "table" | "statistics" | "log" | "older readers";
  table?: { name: string; bytes: number };
}

type OnNews = (news: RewriteNews) => void;

/** How often a table is tried, a second apart. */
const TRIES = 30;
/** Others wait behind whoever waits for a table, and give up later than this; an autovacuum makes way for whoever has waited for a second. */
const LOCK_TIMEOUT = "1500ms";
const STATISTICS = ["pg_catalog.pg_statistic", "pg_catalog.pg_statistic_ext_data"] as const;
/** A table with one row, quick to rewrite. */
const SMALL_TABLE = "secret_check";

/** Gives what could not be done; nothing if none of what was erased before is left. Throws if somebody doesn't let go of a table. */
export async function rewritePostgres(database: Postgres, onNews: OnNews, tries = TRIES): Promise<Remaining[]> {
  if (database.isPooled) {
    throw new Error(
      "DATABASE_URL leads to a pooler: give the address of PostgreSQL itself, without pooler=transaction.",
    );
  }
  return database.session(async (client) => {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    const left = await waitForOldReaders(client, onNews, tries);
    for (const name of TABLES.filter(holdsTexts)) {
      onNews({ what: "table", table: { name, bytes: await sizeOf(client, name) } });
      const { refusal } = await rewriteTable(client, name, { tries });
      if (refusal !== null)
        left.push({
          why: `PostgreSQL did not write ${name} anew: ${refusal}.`,
          sql: `vacuum (full, analyze) ${name};`,
        });
    }
    onNews({ what: "statistics" });
    for (const table of STATISTICS) left.push(...(await rewriteStatistics(client, table, tries)));
    onNews({ what: "log" });
    return [...left, ...(await rewriteLog(client))];
  });
}

async function sizeOf(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>("select pg_total_relation_size($1::regclass) as bytes", [
    table,
  ]);
  return rows[0]!.bytes;
}

/** What somebody may still see who began to read before stays in a table: so a row is replaced, and waited for until that could go. */
async function waitForOldReaders(client: pg.ClientBase, onNews: OnNews, tries: number): Promise<Remaining[]> {
  await client.query(`update ${SMALL_TABLE} set id = id`);
  const patience: Patience = { tries, isEmptied: true, onKept: () => onNews({ what: "older readers" }) };
  const { kept } = await rewriteTable(client, SMALL_TABLE, patience);
  if (kept === 0) return [];
  const why =
    "What was erased stays in PostgreSQL's tables, because a transaction, a prepared transaction or a replication slot is older and may still read it: end it (see pg_stat_activity.backend_xmin, pg_prepared_xacts, pg_replication_slots.xmin), then run this again.";
  return [{ why, sql: null }];
}

async function rewriteStatistics(client: pg.ClientBase, table: string, tries: number): Promise<Remaining[]> {
  const { kept, refusal } = await rewriteTable(client, table, { tries, isEmptied: true });
  if (refusal !== null) {
    const why = `${table} may still hold values of columns: only the database's owner and administrators may write it anew.`;
    return [{ why, sql: `vacuum full ${table};` }];
  }
  if (kept === 0) return [];
  const why = `${table} may still hold values of columns, because a transaction or a replication slot is older: end it, then run this again.`;
  return [{ why, sql: null }];
}
