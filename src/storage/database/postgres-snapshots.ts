// Long reads of PostgreSQL, each of one moment: from the primary, or from a replica that has all that was ever acknowledged.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { Fault } from "../../domain/fault.ts";
import { waitAtMost } from "../../lib/async/time-limit.ts";
import { milliseconds } from "../../lib/clock.ts";
import type { Query, Reads, SnapshotReader, Value } from "./database.ts";
import { LOCK_TIMEOUT_MS } from "./lock-timeout.ts";
import { isOurMistake, translated } from "./postgres.ts";
import { postgresAddressOf } from "./postgres-address.ts";
import { CONNECT_TIMEOUT_MS, createPool, Hosts, pooledSettings } from "./postgres-pool.ts";
import { statementOf } from "./postgres-transaction.ts";

const BEGIN = "begin isolation level repeatable read read only";
/** How long a read waits for the replica, before it turns to the primary. */
const CATCH_UP_MS = 100;
const LOOK_EVERY_MS = 5;
/** So long it may take to say anything at all: one that accepts connections and never answers must not hold up reads. */
const ANSWER_MS = 1_000;
/** A replica that is away is not tried again by each read. */
const AWAY_MS = 5_000;
const NO_PRIVILEGE = "42501";
const NO_TABLE = "42P01";

/** Which database it is: the cluster, which a standby shares with its primary, and the database in it. */
const DATABASE_OID = "(select oid::text from pg_database where datname = current_database())";
const IDENTITY = `(select system_identifier::text from pg_control_system()) || ' ' || ${DATABASE_OID}`;
/** Where the first may not be asked, what only this database was given when it was made. */
const OWN_IDENTITY = `coalesce((select id from workspace order by created_at, id limit 1), '') || ' ' || ${DATABASE_OID}`;

export function openPostgresSnapshots(url: string, replicaUrl: string | null = null): SnapshotReader {
  return replicaUrl === null ? new Snapshots(new Hosts(postgresAddressOf(url))) : openReplica(url, replicaUrl);
}

function openReplica(url: string, replicaUrl: string): ReplicaSnapshots {
  const replica = new Snapshots(new Hosts(postgresAddressOf(replicaUrl), true));
  return new ReplicaSnapshots(new Snapshots(new Hosts(postgresAddressOf(url))), replica);
}

/** Reads several things as they stood at one moment, over one connection. */
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
  private identity = IDENTITY;

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
      this.awayUntil = milliseconds() + AWAY_MS;
      return this.primary.snapshot(work);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), this.replica.close()]);
  }

  private async hasCaughtUp(): Promise<boolean> {
    if (milliseconds() < this.awayUntil) return false;
    const [position, identity] = await this.standOfPrimary();
    // Not where nothing is replayed, or something else: that is no replica.
    const question = `select case when ${this.identity} <> $2 then null
      else coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn, false) end`;
    try {
      for (const end = milliseconds() + CATCH_UP_MS; ; await sleep(LOOK_EVERY_MS)) {
        const answer = await waitAtMost(ANSWER_MS, this.replica.ask(question, [position, identity]), () => null);
        if (answer === true) return true;
        if (answer === null) return this.leaveReplica();
        if (milliseconds() > end) return false;
      }
    } catch {
      return this.leaveReplica();
    }
  }

  private leaveReplica(): false {
    this.awayUntil = milliseconds() + AWAY_MS;
    return false;
  }

  /** How far its log goes, and which database it is. */
  private async standOfPrimary(): Promise<[position: string, identity: string]> {
    const ask = async () =>
      String(await this.primary.ask(`select pg_current_wal_insert_lsn()::text || '|' || ${this.identity}`)).split("|");
    try {
      return (await ask().catch((error: { code?: unknown }) => {
        if (error.code !== NO_PRIVILEGE || this.identity !== IDENTITY) throw error;
        this.identity = OWN_IDENTITY;
        return ask();
      })) as [string, string];
    } catch (error) {
      throw translated(error);
    }
  }

  /** What is wrong with the replica for good; null: nothing, or it can't be asked now. */
  async problem(): Promise<string | null> {
    const [, identity] = await this.standOfPrimary();
    const asked = this.replica.ask(`select pg_is_in_recovery()::text || '|' || ${this.identity}`);
    const answer = await waitAtMost(CONNECT_TIMEOUT_MS, asked, () => null);
    if (answer === null) return null;
    const [isReplaying, own] = String(answer).split("|");
    if (own !== identity) return "leads to another database than DATABASE_URL, not to a replica of it";
    return isReplaying === "true" ? null : "leads to a database that is no replica, because it can be written to";
  }
}

/** Why the replica is never read, for whoever has given its address; null if it is, or it can't be asked now. */
export async function replicaProblem(url: string, replicaUrl: string): Promise<string | null> {
  const opened = openReplica(url, replicaUrl);
  try {
    return await opened.problem();
  } catch (error) {
    // A database that is no one of ours lacks what only ours have.
    return (error as { code?: unknown }).code === NO_TABLE ? "leads to a database that is not Retest's" : null;
  } finally {
    void opened.close();
  }
}
