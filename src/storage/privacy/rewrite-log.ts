// PostgreSQL's write-ahead log is taken on until nothing of what was logged before is left in its files.
import type pg from "pg";

/** A place that may still hold what was erased, with the reason and what the database's administrator can run. */
export interface Remaining {
  why: string;
  sql: string | null;
}

/**
 * The first checkpoint lets go of what was logged before. PostgreSQL keeps such files to write into them later, with all that is in them:
 * so each is passed over, which fills it with zeros.
 */
const REWRITE_LOG = `do $$ begin
  perform pg_switch_wal();
  checkpoint;
  for file in 1 .. (select count(*) from pg_ls_waldir()) loop
    perform pg_logical_emit_message(false, 'retest', '');
    perform pg_switch_wal();
  end loop;
  checkpoint;
end $$;`;

const NO_RIGHT = "42501";

export async function rewriteLog(client: pg.ClientBase): Promise<Remaining[]> {
  const began = await client.query<{ file: string }>("select pg_walfile_name(pg_current_wal_insert_lsn()) as file");
  try {
    await client.query(REWRITE_LOG);
    // Names begin with the timeline, which is left out of the comparison.
    const older = await client.query<{ n: number }>(
      "select count(*) as n from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and substr(name, 9) <= substr($1, 9)",
      [began.rows[0]!.file],
    );
    const { n } = older.rows[0]!;
    if (n === 0) return [];
    const why = `PostgreSQL keeps back ${n} of the files of its write-ahead log (for a replication slot, wal_keep_size, or an archive that lags behind): run this again once they are gone.`;
    return [{ why, sql: null }];
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_RIGHT) throw error;
    const why =
      "PostgreSQL's write-ahead log holds what was erased until its files are used again: this role may not see to that. It takes pg_checkpoint, pg_monitor, and the right to execute pg_switch_wal().";
    return [{ why, sql: REWRITE_LOG }];
  }
}
