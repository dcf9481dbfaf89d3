// PostgreSQL: a pool whose connections give up in time, statements prepared once, transactions sent in pipelines.
import type pg from "pg";
import { Fault } from "../../domain/fault.ts";
import type { Watch } from "../../lib/monitoring/outage.ts";
import type { Query, Reader, Value } from "./database.ts";
import { LOCK_TIMEOUT_MS } from "./lock-timeout.ts";
import { fieldsOf, isRefused, type LookUp, lookUpTogether, recordsOf } from "./look-ups.ts";
import { postgresAddressOf } from "./postgres-address.ts";
import {
  BEHIND_POOLER,
  CONNECT_TIMEOUT_MS,
  connectOnce,
  createPool,
  Hosts,
  isReadOnly,
  pooledSettings,
} from "./postgres-pool.ts";
import { gatherTick, PostgresTx, statementOf } from "./postgres-transaction.ts";

const OLDEST_VERSION = 150_000;
/** Writers that wait for one app must not keep readers of others waiting: each side has connections of its own. */
const WRITING_POOL = 6;
/** Two more than a reader has under way at once, and one more than a workspace (http/pipeline/fair-reads.ts). */
const READING_POOL = 6;
const RETRIES = 3;
/** Serialisation failure and deadlock: the transaction did not happen and may be tried again. */
const RETRYABLE = new Set(["40001", "40P01"]);

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
  private readonly hosts: Hosts;
  /** Whether a pooler stands in front of the database. */
  readonly isPooled: boolean;
  private reading: pg.Pool;
  private writing: pg.Pool;
  private readonly left = new Set<pg.Pool>();
  /** Look-ups under the statement that finds a single row. */
  private readonly lookUps = new Map<string, LookUp<Value[][]>>();
  private readonly watch: Watch;
  private readonly tables: TableRules;

  /** `watch` is told how reading goes, and of connections that are lost while nobody uses them. */
  constructor(url: string, watch: Watch, tables: TableRules) {
    this.watch = watch;
    this.tables = tables;
    this.hosts = new Hosts(postgresAddressOf(url));
    this.isPooled = this.hosts.address.isPooled;
    this.reading = createPool(this.hosts, READING_POOL, watch.failed);
    this.writing = createPool(this.hosts, WRITING_POOL, watch.failed);
  }

  async get<Row>(query: Query<Row>, ...values: Value[]): Promise<Row | undefined> {
    return (await this.all(query, ...values))[0];
  }

  async all<Row>(query: Query<Row>, ...values: Value[]): Promise<Row[]> {
    const rows = await (query.ofMany === undefined ? this.ask(query.text, values) : this.askTogether(query, values));
    return rows.map(query.read);
  }

  private async ask(text: string, values: Value[]): Promise<Value[][]> {
    try {
      const statement = statementOf(text, values, this.isPooled);
      const { rows } = await (this.isPooled ? this.askPooled(statement) : this.reading.query<Value[]>(statement));
      this.watch.worked();
      return rows;
    } catch (error) {
      const fault = translated(error);
      if (fault instanceof Fault) this.watch.failed(fault);
      throw fault;
    }
  }

  /** Asks in one statement with others who use the same query; equal values get the same answer. */
  private async askTogether(query: Query<unknown>, values: Value[]): Promise<Value[][]> {
    if (values.some((value) => typeof value === "string" && isRefused(value))) return [];
    return (await this.lookUpOf(query)(fieldsOf(values))) ?? [];
  }

  private lookUpOf({ text, ofMany }: Query<unknown>): LookUp<Value[][]> {
    const known = this.lookUps.get(text);
    if (known !== undefined) return known;
    const find = lookUpTogether(async (lists) => {
      const [only] = lists;
      if (lists.length === 1) return new Map([[only!, await this.ask(text, Object.values(JSON.parse(`{${only}}`)))]]);
      const found = new Map<string, Value[][]>();
      for (const row of await this.ask(ofMany!.text, [recordsOf(lists)])) {
        const list = lists[row.pop() as number]!;
        const rows = found.get(list);
        if (rows === undefined) found.set(list, [row]);
        else rows.push(row);
      }
      return found;
    }, ofMany!.most);
    this.lookUps.set(text, find);
    return find;
  }

  readonly isLocal = false;

  stamp(): null {
    return null;
  }

  async close(): Promise<void> {
    const all = [this.reading, this.writing, ...this.left];
    this.left.clear();
    await Promise.all(all.map((pool) => pool.end()));
  }

  /** Throws one plain sentence when the server can't be reached or is too old. */
  async requireVersion(): Promise<void> {
    const { rows } = await this.reading.query<{
      server_version_num: string;
      server_version: string;
      lock_timeout: string;
    }>(
      `select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version,
         current_setting('lock_timeout') as lock_timeout`,
    );
    const version = rows[0]!;
    // A pooler that ignores what it does not know would also give statements to whoever has another of the same name.
    if (!this.isPooled && version.lock_timeout !== `${LOCK_TIMEOUT_MS / 1_000}s`) throw new Error(BEHIND_POOLER);
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
    const client = await connectOnce(this.hosts);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Asks behind a pooler: settings hold only in a transaction, and all of it is sent in one piece. */
  private async askPooled(statement: pg.QueryArrayConfig): Promise<{ rows: Value[][] }> {
    const client = await this.reading.connect();
    gatherTick(client);
    try {
      const [, answer] = await Promise.all([
        client.query(`begin read only; ${pooledSettings(LOCK_TIMEOUT_MS)}`),
        client.query<Value[]>(statement),
        client.query("commit"),
      ]);
      client.release();
      return answer;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  private async attempt<T>(work: (tx: PostgresTx) => Promise<T>, lockTimeoutMs: number): Promise<T> {
    const { writing } = this;
    const client = await writing.connect();
    const tx = new PostgresTx(client, this.tables.tableOrder, lockTimeoutMs, this.isPooled);
    try {
      const result = await work(tx);
      await this.tables.beforeCommit(tx);
      await tx.commit();
      client.release();
      return result;
    } catch (error) {
      const isUseless = isReadOnly(error);
      await tx.rollback().then(
        () => client.release(isUseless),
        (broken: Error) => client.release(broken),
      );
      if (isUseless) this.leave(writing);
      throw error;
    }
  }

  /** Leaves a server that can only be read, as another became the primary: the next query looks for it. */
  private leave(writing: pg.Pool): void {
    if (writing !== this.writing || writing.ending) return;
    this.hosts.leave(this.hosts.believed);
    for (const pool of [this.writing, this.reading]) this.endLater(pool);
    this.reading = createPool(this.hosts, READING_POOL, this.watch.failed);
    this.writing = createPool(this.hosts, WRITING_POOL, this.watch.failed);
  }

  /** Ends a pool once nobody waits for one of its connections. */
  private endLater(pool: pg.Pool): void {
    this.left.add(pool);
    const end = () => {
      if (this.left.delete(pool)) void pool.end();
    };
    setTimeout(end, CONNECT_TIMEOUT_MS).unref();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Whether a statement was refused for what it says: it would be refused again, and others would not. */
export function isOurMistake(error: unknown): boolean {
  if (error instanceof Fault) return false;
  const code = codeOf(error);
  const state = /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : "";
  return ["22", "23", "42"].includes(state) || !(error instanceof Error) || error instanceof TypeError;
}

/** The error to report: all but a statement's own faults are `unavailable`, as the request may work in a moment. */
export function translated(error: unknown): unknown {
  if (error instanceof Fault || error instanceof RollbackRequested || isOurMistake(error)) return error;
  return new Fault("unavailable", "The database did not answer in time. Try again in a moment.", error);
}
