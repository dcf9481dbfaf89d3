// One transaction that may take as long as it needs, on a connection of its own: for what comes in as a whole while servers run. On PostgreSQL
// they go on writing beside it; the embedded database takes one writer at a time, and they wait.
import type pg from "pg";
import { command, type Tx } from "../database/database.ts";
import { openSqliteWriter } from "../database/sqlite.ts";
import { flushWrites } from "../flush-writes.ts";
import { TABLES } from "../migrations/all.ts";
import { flushAudit } from "../workspace/audit-log.ts";

/** A row that somebody holds for longer is reported, and nothing is done. */
const LOCK_TIMEOUT_MS = 10_000;
const NAME = "retest-import";

/** Runs `work` in one transaction: all of it or nothing. */
export type LongTransaction = (work: (tx: Tx) => Promise<void>) => Promise<void>;

export function longOnSqlite(file: string): LongTransaction {
  return async (work) => {
    const writer = openSqliteWriter(file);
    try {
      writer.begin();
      await work(writer);
      flushWrites(writer);
      await flushAudit(writer);
      writer.commit();
      writer.checkpoint();
    } catch (error) {
      writer.rollback();
      throw error;
    } finally {
      writer.close();
    }
  };
}

const WITHOUT_END = [
  command("set local statement_timeout = 0"),
  command("set local idle_in_transaction_session_timeout = 0"),
];

export function longOnPostgres(url: string): LongTransaction {
  return async (work) => {
    // Loaded only when used, as the server does.
    const { postgresAddressOf } = await import("../database/postgres-address.ts");
    const { connectOnce, Hosts } = await import("../database/postgres-pool.ts");
    const { PostgresTx } = await import("../database/postgres-transaction.ts");
    const address = postgresAddressOf(url);
    const client = await connectOnce(new Hosts(address), NAME, true);
    const tx = new PostgresTx(client as unknown as pg.PoolClient, TABLES, LOCK_TIMEOUT_MS, address.isPooled);
    try {
      for (const one of WITHOUT_END) tx.run(one);
      await work(tx);
      flushWrites(tx);
      tx.sendRows();
      await flushAudit(tx);
      await tx.commit();
    } catch (error) {
      await tx.rollback().catch(() => {});
      throw error;
    } finally {
      await client.end();
    }
  };
}
