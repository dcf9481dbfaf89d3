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
/** How long a replica may take to answer: one that accepts connections and stays silent must not hold up reads. */
const ANSWER_MS = 1_000;
/** A replica that is away is not tried again by each read. */
const AWAY_MS = 5_000;
const NO_PRIVILEGE = "42501";
const NO_TABLE = "42P01";

/** Tells one database from another: by its cluster, which a standby shares with its primary, and its place in that. */
const DATABASE_OID = "(select oid::text from pg_database where datname = current_database())";
const IDENTITY = `(select system_identifier::text from pg_control_system()) || ' ' || ${DATABASE_OID}`;
/** Where the first may not be asked, what only this database was given when it was made. */
const OWN_IDENTITY = `coalesce((select id from workspace order by created_at, id limit 1), '') || ' ' || ${DATABASE_OID}`;

/** Where the log ends, and its timeline: each promotion of a standby begins one, which leaves the log of the one before. */
const POSITION = "pg_current_wal_insert_lsn()::text || '|' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)";
/** The one that is followed. The first is what comes in just now, which not every role may see; the others are known a while later. */
const TIMELINE_OF_REPLICA = `(select lpad(upper(to_hex(greatest(
  (select received_tli from pg_stat_wal_receiver),
  (select min_recovery_end_timeline from pg_control_recovery()),
  (select timeline_id from pg_control_checkpoint())
))), 8, '0'))`;

export function openPostgresSnapshots(url: string, replicaUrl: string | null = null): SnapshotReader {
  return replicaUrl === null ? new Snapshots(new Hosts(postgresAddressOf(url))) : openReplica(url, replicaUrl);
}

function openReplica(url: string, replicaUrl: string): ReplicaSnapshots {
  const replica = new Snapshots(new Hosts(postgresAddressOf(replicaUrl), true));
  return new ReplicaSnapshots(new Snapshots(new Hosts(postgresAddressOf(url))), replica);
}

/** Where whoever asks can write nothing: a standby, or one that its administrator has put aside. */
const CAN_WRITE = "select not (pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool)";

/** Reads several things as they stood at one moment, over one connection. */
class Snapshots implements SnapshotReader {
  readonly hosts: Hosts;
  private readonly pool: pg.Pool;
  private readonly isPooled: boolean;

  constructor(hosts: Hosts) {
    this.hosts = hosts;
    this.isPooled = hosts.address.isPooled;
    this.pool = createPool(hosts, 1, () => {});
  }

  async snapshot<T>(work: (db: Reads) => Promise<T>): Promise<T> {
    try {
      return await using(await this.connect(), (client) => this.readAll(client, work));
    } catch (error) {
      throw translated(error);
    }
  }

  /** What `work` reads on a connection, all of one moment. */
  async readAll<T>(client: pg.PoolClient, work: (db: Reads) => Promise<T>): Promise<T> {
    await client.query(this.isPooled ? `${BEGIN}; ${pooledSettings(LOCK_TIMEOUT_MS)}` : BEGIN);
    const found = await work(this.readsOf(client));
    await client.query("commit");
    return found;
  }

  /** Reads one value, outside a snapshot. */
  async ask(sql: string): Promise<unknown> {
    return using(await this.connect(), (client) => oneValue(client, sql));
  }

  /**
   * Where not a replica is meant, to a server that can be written to: one that no longer can may be behind another, though connections to it live.
   * If there is none, what there is can be read.
   */
  async connect(): Promise<pg.PoolClient> {
    for (let left = this.hosts.isReplica ? 0 : this.hosts.count; ; left--) {
      const client = await this.pool.connect();
      if (left === 0 || (await canWrite(client))) return client;
      this.hosts.leave();
      client.release(true);
    }
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

async function canWrite(client: pg.PoolClient): Promise<boolean> {
  try {
    return (await oneValue(client, CAN_WRITE)) === true;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function oneValue(client: pg.PoolClient, sql: string, values: string[] = []): Promise<unknown> {
  const { rows } = await client.query<Value[]>({ text: sql, values, rowMode: "array" });
  return rows[0]![0];
}

/** Gives the connection back; one on which something failed is not used again. */
async function using<T>(client: pg.PoolClient, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  try {
    const found = await use(client);
    client.release();
    return found;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Where the log of the primary ends, on which timeline, and which database it is. */
type Stand = [position: string, timeline: string, identity: string];

/**
 * The primary is asked how far its log goes: that is behind nothing that anybody was told, by whichever server. A replica that has
 * replayed as much of the same log shows nobody less than they have written; otherwise the primary is read.
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
    const client = milliseconds() < this.awayUntil ? null : await this.caughtUp();
    if (client === null) return this.primary.snapshot(work);
    try {
      return await using(client, (same) => this.replica.readAll(same, work));
    } catch (error) {
      const fault = translated(error);
      const isRefusal = fault instanceof Fault && fault.code !== "unavailable";
      if (isRefusal || isOurMistake(fault)) throw fault;
      // It went away, or had to replay what this read was in the way of.
      this.awayUntil = milliseconds() + AWAY_MS;
      return this.primary.snapshot(work);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), this.replica.close()]);
  }

  /** A connection to a replica that has everything; null if there is none. The next connection may lead to another one, so it is read on this. */
  private async caughtUp(): Promise<pg.PoolClient | null> {
    const stand = await this.standOfPrimary();
    const connecting = this.replica.connect();
    const client = await waitAtMost(ANSWER_MS, connecting, () => null).catch(() => null);
    if (client !== null) return (await this.catchesUp(client, stand)) ? client : null;
    this.awayUntil = milliseconds() + AWAY_MS;
    // One that comes later is of no use.
    connecting.then((late) => late.release(true)).catch(() => {});
    return null;
  }

  /** Whether the replica reaches the primary's state in time. If not, the connection is given back. */
  private async catchesUp(client: pg.PoolClient, stand: Stand): Promise<boolean> {
    // Not where nothing is replayed, or something else: that is no replica, and won't be one in a moment. On a timeline that the primary is not on, it
    // may have replayed what the primary never had.
    const question = `select case when not pg_is_in_recovery() or ${this.identity} <> $3 or ${TIMELINE_OF_REPLICA} is distinct from $2
      then null else coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) end`;
    let answer: unknown = null;
    try {
      for (const end = milliseconds() + CATCH_UP_MS; milliseconds() <= end; await sleep(LOOK_EVERY_MS)) {
        answer = await waitAtMost(ANSWER_MS, oneValue(client, question, stand), () => null);
        if (answer === true) return true;
        if (answer === null) break;
      }
    } catch {
      answer = null;
    }
    if (answer === null) {
      // Another one may be the replica by now.
      this.replica.hosts.leave();
      this.awayUntil = milliseconds() + AWAY_MS;
    }
    client.release(answer === null);
    return false;
  }

  private async standOfPrimary(): Promise<Stand> {
    const ask = async () => String(await this.primary.ask(`select ${POSITION} || '|' || ${this.identity}`)).split("|");
    try {
      return (await ask().catch((error: { code?: unknown }) => {
        if (error.code !== NO_PRIVILEGE || this.identity !== IDENTITY) throw error;
        this.identity = OWN_IDENTITY;
        return ask();
      })) as Stand;
    } catch (error) {
      throw translated(error);
    }
  }

  /** What is permanently wrong with the replica; null if nothing is, or if it can't be asked now. */
  async problem(): Promise<string | null> {
    const [, , identity] = await this.standOfPrimary();
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
