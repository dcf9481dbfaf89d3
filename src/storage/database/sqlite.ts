// The embedded database: how its file is opened, and its two faces, the reader and the writer.
import { Fault } from "../../domain/fault.ts";
import { clockFrom } from "../../lib/clock.ts";
import { UNWATCHED, type Watch } from "../../lib/monitoring/outage.ts";
import type { Reader, SnapshotReader, SqlCommand, Tx, Value } from "./database.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { isBusy, isUnavailable } from "./sqlite-errors.ts";
import { fileMark, hasLog, makeDatabasePrivate, markFile } from "./sqlite-file.ts";
import { BUSY_TIMEOUT_MS, WRITING_CONNECTION } from "./sqlite-settings.ts";
import { WriteCache } from "./write-cache.ts";

const LOOK_EVERY_MS = 1;
/** Writes after which the log is copied into the database: some 8,000 pages, or 32 MB. */
const WRITES_PER_CHECKPOINT = 12_000;

/** Opens a database for reading; `watch` is told how reading goes. */
export function openSqliteReader(file: string, watch: Watch = UNWATCHED): Reader {
  const connection = new SqliteConnection(file, true);
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
  const connection = new SqliteConnection(file, true);
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
  makeDatabasePrivate(file);
  return new SqliteWriter(file);
}

/** The writing connection: transactions that take the write lock at once, and savepoints inside them. */
export class SqliteWriter extends SqliteConnection implements Tx {
  cache = new WriteCache();
  /** Commands run so far, those for many rows as often as they may have rows: whether a unit has written anything shows by comparing. */
  writes = 0;
  private readonly file: string;
  private checkpointedAt = 0;
  private waitsBriefly = false;

  constructor(file: string) {
    super(file, false);
    this.file = file;
    this.setWal();
    this.db.exec(WRITING_CONNECTION);
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  override run(command: SqlCommand, ...values: Value[]): void {
    this.writes += command.mostRows ?? 1;
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
        if (!isBusy(error) || clock() >= BUSY_TIMEOUT_MS) throw error;
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
    this.checkpoint();
  }

  /** Moves what was written into the file, which says by itself that a log belongs to it. */
  checkpoint(): void {
    this.transact(() => {
      if (this.get(fileMark) === "whole") this.run(markFile("needs_log"));
    });
    this.db.exec("pragma wal_checkpoint(passive)");
    this.transact(() => {
      if (this.get(fileMark) === "needs_log") this.run(markFile("whole"));
    });
    this.checkpointedAt = this.writes;
  }

  /**
   * Writes the file anew, without what was deleted or replaced in it, and empties the log; `prepare` is run before. Others who write wait for it. Throws if somebody
   * reads for so long that the log can't be emptied.
   */
  rebuild(prepare: SqlCommand): void {
    this.waitLong();
    this.run(prepare);
    this.db.exec("vacuum");
    this.checkpoint();
    this.waitLong();
    const [busy] = this.get({ text: "pragma wal_checkpoint(truncate)", read: (values) => values }) as number[];
    if (busy !== 0) throw new Error("the database's log could not be emptied: somebody was reading");
  }

  /**
   * Whether the file is here without the log that belongs to it, which is noted in it. With the write lock held nobody adds to
   * the log: if nothing is in it, the file is all there is. A process that was killed while it moved the log into the file may
   * have left a mark that means nothing.
   */
  noteIfLogLost(): boolean {
    if (this.get(fileMark) !== "needs_log") return false;
    return this.transact(() => {
      // Somebody else may have noted it meanwhile.
      if (this.get(fileMark) !== "needs_log") return false;
      const isLost = !hasLog(this.file);
      this.run(markFile(isLost ? "log_lost" : "whole"));
      return isLost;
    });
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

  /** Lets SQLite wait for the lock by itself: outside of a transaction nobody else retries. */
  private waitLong(): void {
    this.db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.waitsBriefly = false;
  }

  private transact<T>(work: () => T): T {
    this.begin();
    try {
      const done = work();
      this.commit();
      return done;
    } catch (error) {
      this.rollback();
      throw error;
    }
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
