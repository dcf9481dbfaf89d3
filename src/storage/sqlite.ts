// The embedded database: how its file is opened, and its two faces, the reader and the writer.
import { DatabaseSync, type StatementSyncInstance } from "@photostructure/sqlite";
import { Fault } from "../domain/fault.ts";
import { clockFrom } from "../lib/clock.ts";
import { UNWATCHED, type Watch } from "../lib/outage.ts";
import type { Command, Query, Reader, Reads, SnapshotReader, Tx, Value } from "./database.ts";
import { Hand } from "./hand.ts";

const OLDEST_VERSION = [3, 51, 3];
const BUSY_TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 1;
const CACHE_KB = 16_384;
/** The writer changes pages all over the indexes: what it can't hold, it reads again for each batch. */
const WRITER_CACHE_KB = 49_152;
/** Some 8,000 pages, or 32 MB, of ordinary units. */
const WRITES_PER_CHECKPOINT = 12_000;

/** `watch` is told how reading goes. */
export function openSqliteReader(file: string, watch: Watch = UNWATCHED): Reader {
  const connection = new Connection(file, true);
  return {
    dialect: "sqlite",
    get: (query, ...values) => translating(watch, () => connection.get(query, ...values)),
    all: (query, ...values) => translating(watch, () => connection.all(query, ...values)),
    stamp: () => translating(watch, () => connection.dataVersion()),
    isLocal: true,
    close: async () => connection.close(),
  };
}

export function openSqliteSnapshots(file: string): SnapshotReader {
  const connection = new Connection(file, true);
  return {
    async snapshot(work) {
      connection.run(BEGIN_READING);
      try {
        return await work(connection);
      } finally {
        connection.run(COMMIT);
      }
    },
    close: async () => connection.close(),
  };
}

function translating<T>(watch: Watch, read: () => T): T {
  try {
    const found = read();
    watch.worked();
    return found;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    watch.failed(error);
    throw new Fault("unavailable", "The database can't be read now. Try again in a moment.", error);
  }
}

/** Opens the file for writing, creating it if there is none. Every commit is on the disk before it returns. */
export function openSqliteWriter(file: string): SqliteWriter {
  return new SqliteWriter(file);
}

/** Result codes of a disk that is full, busy, unreadable or gone: the same request may work later. */
const UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
const BUSY = 5;
const DISK_ERROR = 10;

/** Whether an error is the file's or the disk's fault and not the statement's. */
export function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE.has(resultCode(error));
}

/** Whether the disk failed: nothing that this connection remembers of the file can be trusted any more. */
export function isDiskError(error: unknown): boolean {
  return resultCode(error) === DISK_ERROR;
}

function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !("sqliteCode" in error || "errcode" in error)) return 0;
  const code = "errcode" in error ? error.errcode : (error as { sqliteCode?: unknown }).sqliteCode;
  return typeof code === "number" ? code & 0xff : 0;
}

class Connection implements Reads {
  readonly dialect = "sqlite";
  protected readonly db: InstanceType<typeof DatabaseSync>;
  private readonly statements = new Map<string, StatementSyncInstance>();

  constructor(file: string, readOnly: boolean) {
    this.db = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS });
    this.requireVersion();
    this.db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma trusted_schema = off; pragma cell_size_check = on;
      pragma foreign_keys = on; pragma cache_size = -${CACHE_KB}; pragma mmap_size = 0;`);
  }

  get<Row>(query: Query<Row>, ...values: Value[]): Row | undefined {
    const row = this.prepare(query.text).get(...values) as Value[] | undefined;
    return row === undefined ? undefined : query.read(row);
  }

  all<Row>(query: Query<Row>, ...values: Value[]): Row[] {
    const rows = this.prepare(query.text).all(...values) as Value[][];
    return rows.map(query.read);
  }

  /** A statement without rows is done after one step, which `get` takes; `run` would also tell what it changed, at twice the cost. */
  run(command: Command, ...values: Value[]): void {
    this.prepare(command.text).get(...values);
  }

  dataVersion(): number {
    const row = this.prepare("pragma data_version").get() as unknown as [number];
    return row[0];
  }

  close(): void {
    this.statements.clear();
    if (this.db.isOpen) this.db.close();
  }

  private prepare(text: string): StatementSyncInstance {
    let statement = this.statements.get(text);
    if (statement === undefined) {
      statement = this.db.prepare(text.replace("{lock}", ""));
      statement.setReturnArrays(true);
      this.statements.set(text, statement);
    }
    return statement;
  }

  private requireVersion(): void {
    const { version } = this.db.prepare("select sqlite_version() as version").get() as { version: string };
    const parts = version.split(".").map(Number);
    for (let i = 0; i < OLDEST_VERSION.length; i++) {
      if (parts[i]! > OLDEST_VERSION[i]!) return;
      if (parts[i]! < OLDEST_VERSION[i]!) {
        throw new Error(`SQLite ${version} is too old: ${OLDEST_VERSION.join(".")} or later is needed.`);
      }
    }
  }
}

/** The writing connection: transactions that take the write lock at once, and savepoints inside them. */
export class SqliteWriter extends Connection implements Tx {
  hand = new Hand();
  /** Commands run so far: whether a unit has written anything shows by comparing. */
  writes = 0;
  private checkpointedAt = 0;
  private waitsBriefly = false;

  constructor(file: string) {
    super(file, false);
    this.setWal();
    // The owner of the connection checkpoints between its transactions; by itself SQLite does so only when that is late.
    this.db.exec(`pragma synchronous = full; pragma journal_size_limit = 67108864; pragma wal_autocheckpoint = 16000;
      pragma cache_size = -${WRITER_CACHE_KB};`);
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  override run(command: Command, ...values: Value[]): void {
    this.writes++;
    super.run(command, ...values);
  }

  /**
   * SQLite by itself looks for the lock ever more rarely: of two busy processes, one would hardly get its turn. Whoever
   * looks every millisecond finds the moment between two transactions of the other.
   */
  begin(): void {
    if (!this.waitsBriefly) this.db.exec(`pragma busy_timeout = ${LOOK_EVERY_MS}`);
    this.waitsBriefly = true;
    const clock = clockFrom(0);
    for (;;) {
      try {
        this.run(BEGIN);
        return;
      } catch (error) {
        if (resultCode(error) !== BUSY || clock() >= BUSY_TIMEOUT_MS) throw error;
      }
    }
  }

  commit(): void {
    this.run(COMMIT);
  }

  rollback(): void {
    if (this.db.isTransaction) this.run(ROLLBACK);
  }

  /**
   * Moves what was written into the file, once there is enough of it: it takes some 30 ms, and between transactions
   * nobody's answer waits for it.
   */
  checkpointIfDue(): void {
    if (this.writes - this.checkpointedAt < WRITES_PER_CHECKPOINT) return;
    this.checkpointedAt = this.writes;
    this.db.exec("pragma wal_checkpoint(passive)");
  }

  get inTransaction(): boolean {
    return this.db.isTransaction;
  }

  savepoint(): void {
    this.run(SAVEPOINT);
  }

  release(): void {
    this.run(RELEASE);
  }

  rollbackToSavepoint(): void {
    this.run(ROLLBACK_TO);
    this.run(RELEASE);
  }

  /** Switching to WAL wants the file alone and doesn't wait by itself when another process opens it too. */
  private setWal(): void {
    for (let attempt = 0; ; attempt++) {
      try {
        this.db.exec("pragma journal_mode = wal");
        return;
      } catch (error) {
        if (attempt >= 50) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      }
    }
  }
}

const BEGIN_READING = { text: "begin" };
const BEGIN = { text: "begin immediate" };
const COMMIT = { text: "commit" };
const ROLLBACK = { text: "rollback" };
const SAVEPOINT = { text: "savepoint unit" };
const RELEASE = { text: "release unit" };
const ROLLBACK_TO = { text: "rollback to unit" };
