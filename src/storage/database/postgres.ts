// PostgreSQL: a pool whose connections give up in time, statements prepared once, transactions sent in pipelines.
import pg from "pg";
import { Fault } from "../../domain/fault.ts";
import type { Watch } from "../../lib/monitoring/outage.ts";
import type { Query, Reader, SnapshotReader, Value } from "./database.ts";
import { LOCK_TIMEOUT_MS } from "./lock-timeout.ts";
import { PostgresTx, prepared } from "./postgres-transaction.ts";

const OLDEST_VERSION = 150_000;
/** Writers that wait for one app must not keep readers of others waiting: each side has connections of its own. */
const WRITING_POOL = 6;
/** Two more than anybody has under way at once (http/pipeline/fair-reads.ts): they are left for the others. */
const READING_POOL = 6;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const INT8 = 20;
const RETRIES = 3;
/** Serialisation failure and deadlock: the transaction did not happen and may be tried again. */
const RETRYABLE = new Set(["40001", "40P01"]);

const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

/** Thrown by the work of a transaction to have it undone; it is passed on as it is. */
export class RollbackRequested extends Error {}

/** What a transaction must know of the tables. */
export interface TableRules {
  /** Every table, after those that its rows refer to. */
  tableOrder: readonly string[];
  /** Writes what the transaction has kept back until then. */
  beforeCommit(tx: PostgresTx): Promise<void>;
}

export class Postgres implements Reader {
  readonly dialect = "postgres";
  private readonly reading: pg.Pool;
  private readonly writing: pg.Pool;
  private readonly watch: Watch;
  private readonly tables: TableRules;

  /** `watch` is told how reading goes, and of connections that are lost while nobody uses them. */
  constructor(url: string, watch: Watch, tables: TableRules) {
    this.watch = watch;
    this.tables = tables;
    this.reading = createPool(url, READING_POOL, watch.failed);
    this.writing = createPool(url, WRITING_POOL, watch.failed);
  }

  async get<Row>(query: Query<Row>, ...values: Value[]): Promise<Row | undefined> {
    return (await this.all(query, ...values))[0];
  }

  async all<Row>(query: Query<Row>, ...values: Value[]): Promise<Row[]> {
    try {
      const { rows } = await this.reading.query<Value[]>(prepared(query.text, values));
      this.watch.worked();
      return rows.map(query.read);
    } catch (error) {
      const fault = translated(error);
      if (fault instanceof Fault) this.watch.failed(fault);
      throw fault;
    }
  }

  readonly isLocal = false;

  stamp(): null {
    return null;
  }

  async close(): Promise<void> {
    await Promise.all([this.reading.end(), this.writing.end()]);
  }

  /** Throws one plain sentence when the server can't be reached or is too old. */
  async requireVersion(): Promise<void> {
    const { rows } = await this.reading.query<{ server_version_num: string; server_version: string }>(
      "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
    );
    const version = rows[0]!;
    if (Number(version.server_version_num) < OLDEST_VERSION) {
      throw new Error(`PostgreSQL ${version.server_version} is too old: 15 or later is needed.`);
    }
  }

  /** The time by the server's clock, which is the same for everybody who uses it. */
  async now(): Promise<number> {
    const { rows } = await this.reading.query<{ now: string }>(
      "select extract(epoch from clock_timestamp()) * 1000 as now",
    );
    return Math.floor(Number(rows[0]!.now));
  }

  /**
   * Runs the work in a transaction, again when PostgreSQL says that it did not happen. A connection lost at COMMIT
   * leaves the outcome unknown: that is never taken for a success and never tried again. `lockTimeoutMs` is how long
   * each of its statements waits for a row that somebody else holds.
   */
  async transaction<T>(work: (tx: PostgresTx) => Promise<T>, lockTimeoutMs = LOCK_TIMEOUT_MS): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work, lockTimeoutMs);
      } catch (error) {
        if (attempt > RETRIES || !RETRYABLE.has(codeOf(error))) throw translated(error);
      }
    }
  }

  /** One connection for the whole of `work`, outside a transaction and without the short timeouts: for migrations. */
  async session<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.writing.options.connectionString, types });
    client.on("error", () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  private async attempt<T>(work: (tx: PostgresTx) => Promise<T>, lockTimeoutMs: number): Promise<T> {
    const client = await this.writing.connect();
    const tx = new PostgresTx(client, this.tables.tableOrder, lockTimeoutMs);
    try {
      const result = await work(tx);
      await this.tables.beforeCommit(tx);
      await tx.commit();
      client.release();
      return result;
    } catch (error) {
      await tx.rollback().then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw error;
    }
  }
}

export function openPostgresSnapshots(url: string): SnapshotReader {
  const pool = createPool(url, 1, () => {});
  return {
    async snapshot(work) {
      try {
        const client = await pool.connect();
        const read = async <Row>(query: Query<Row>, values: Value[]): Promise<Row[]> =>
          (await client.query<Value[]>(prepared(query.text, values))).rows.map(query.read);
        try {
          await client.query("begin isolation level repeatable read read only");
          const found = await work({
            dialect: "postgres",
            get: async (query, ...values) => (await read(query, values))[0],
            all: (query, ...values) => read(query, values),
          });
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
    },
    close: () => pool.end(),
  };
}

function createPool(url: string, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: "retest",
    // Every statement has its index. A plan that was made while a table was small must not go on reading all of it. One
    // that reads all the same seems so dear to PostgreSQL that it would compile it, for half a second, each time.
    options: "-c enable_seqscan=off -c jit=off",
    pipeline: true,
    types,
  } as pg.PoolConfig);
  // Without both listeners a restart of the server would end this process.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Whether a statement was refused for what it said: the same one would be refused again, others would not. */
export function isOurMistake(error: unknown): boolean {
  if (error instanceof Fault) return false;
  const code = codeOf(error);
  const state = /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : "";
  return ["22", "23", "42"].includes(state) || !(error instanceof Error) || error instanceof TypeError;
}

/** Anything that is not the statement's own fault says "unavailable": the same request may work in a moment. */
function translated(error: unknown): unknown {
  if (error instanceof Fault || error instanceof RollbackRequested || isOurMistake(error)) return error;
  return new Fault("unavailable", "The database did not answer in time. Try again in a moment.", error);
}
