// Opens PostgreSQL with what its transactions must know of our tables: their order, and what is written before a commit.
import type { Watch } from "../lib/monitoring/outage.ts";
import { Postgres } from "./database/postgres.ts";
import type { PostgresTx } from "./database/postgres-transaction.ts";
import { flushWrites } from "./flush-writes.ts";
import { TABLES } from "./migrations/all.ts";
import { flushAudit } from "./workspace/audit-log.ts";

/** `watch` is told how reading goes, and of connections that are lost while nobody uses them. */
export function openPostgres(url: string, watch: Watch): Postgres {
  return new Postgres(url, watch, { tableOrder: TABLES, beforeCommit });
}

async function beforeCommit(tx: PostgresTx): Promise<void> {
  flushWrites(tx);
  // What refers to other rows waits for whoever holds those, who may be waiting for the audit log: it is taken last.
  tx.sendRows();
  await flushAudit(tx);
}
