// Long reads of PostgreSQL, each of one moment: from the primary, or from a replica that has all that was ever acknowledged.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { Fault } from "../../domain/fault.ts";
import { milliseconds } from "../../lib/clock.ts";
import type { Query, Reads, SnapshotReader, Value } from "./database.ts";
import { LOCK_TIMEOUT_MS } from "./lock-timeout.ts";
import { isOurMistake, translated } from "./postgres.ts";
import { postgresAddressOf } from "./postgres-address.ts";
import { createPool, Hosts, pooledSettings } from "./postgres-pool.ts";
import { statementOf } from "./postgres-transaction.ts";

const BEGIN = "begin isolation level repeatable read read only";
/** How long a read waits for the replica, before it turns to the primary. */
const CATCH_UP_MS = 100;
const LOOK_EVERY_MS = 5;
/** A replica that is away is not tried again by each read. */
const AWAY_MS = 5_000;

export function openPostgresSnapshots(url: string, replicaUrl: string | null = null): SnapshotReader {
  const primary = new Snapshots(new Hosts(postgresAddressOf(url)));
  if (replicaUrl === null) return primary;
  const replica = new Snapshots(new Hosts(postgresAddressOf(replicaUrl), true));
  return new ReplicaSnapshots(primary, replica);
}

/** On one connection. */
class Snapshots implements SnapshotReader {
  private readonly pool: pg.Pool;
  private readonly isPooled: boolean;

  constructor(hosts: Hosts) {
    this.isPooled = hosts.address.isPooled;
    this.pool = createPool(hosts, 1, () => {});
  }

  async snapshot<T>(work: (db: Reads) => Promise<T>): Promise<T> {
    try {
      const client = await this.pool.connect();
      try {
        await client.query(this.isPooled ? `${BEGIN}; ${pooledSettings(LOCK_TIMEOUT_MS)}` : BEGIN);
        const found = await work(this.readsOf(client));
        await client.query("commit");
        client.release();
        return found;
      } catch (error) {
        client.release(true);
        throw error;
      }
    } catch (error) {
      throw translated(error);
    }
  }

  /** One value, outside a snapshot. */
  async ask(sql: string, values: string[] = []): Promise<unknown> {
    const { rows } = await this.pool.query<Value[]>({ text: sql, values, rowMode: "array" });
    return rows[0]![0];
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private readsOf(client: pg.PoolClient): Reads {
    const read = async <Row>(query: Query<Row>, values: Value[]): Promise<Row[]> =>
      (await client.query<Value[]>(statementOf(query.text, values, this.isPooled))).rows.map(query.read);
    return {
      dialect: "postgres",
      get: async (query, ...values) => (await read(query, values))[0],
      all: (query, ...values) => read(query, values),
    };
  }
}

/**
 * The primary is asked how far its log goes: that is behind nothing that anybody was told, by whichever server. A replica that has
 * replayed as much shows nobody less than they have written; otherwise the primary is read.
 */
class ReplicaSnapshots implements SnapshotReader {
  private readonly primary: Snapshots;
  private readonly replica: Snapshots;
  private awayUntil = 0;

  constructor(primary: Snapshots, replica: Snapshots) {
    this.primary = primary;
    this.replica = replica;
  }

  async snapshot<T>(work: (db: Reads) => Promise<T>): Promise<T> {
    if (!(await this.hasCaughtUp())) return this.primary.snapshot(work);
    try {
      return await this.replica.snapshot(work);
    } catch (error) {
      const isRefusal = error instanceof Fault && error.code !== "unavailable";
      if (isRefusal || isOurMistake(error)) throw error;
      // It went away, or had to replay what this read was in the way of.
      return this.primary.snapshot(work);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), this.replica.close()]);
  }

  private async hasCaughtUp(): Promise<boolean> {
    if (milliseconds() < this.awayUntil) return false;
    let position: string;
    try {
      position = String(await this.primary.ask("select pg_current_wal_insert_lsn()"));
    } catch (error) {
      throw translated(error);
    }
    try {
      for (const end = milliseconds() + CATCH_UP_MS; ; await sleep(LOOK_EVERY_MS)) {
        if ((await this.replica.ask(HAS_REPLAYED, [position])) === true) return true;
        if (milliseconds() > end) return false;
      }
    } catch {
      this.awayUntil = milliseconds() + AWAY_MS;
      return false;
    }
  }
}

/** Not where nothing is replayed: that is no replica. */
const HAS_REPLAYED = "select coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn, false)";
