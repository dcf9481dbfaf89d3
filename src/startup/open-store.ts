// Opens the database that the settings name, with all that reads and writes it. The server, the command line and the tests
// start here.
import { existsSync } from "node:fs";
import type { Logger } from "pino";
import type { ActionSettings } from "../actions/unit-of-work.ts";
import { ensureWorkspace } from "../actions/workspace/change-workspace.ts";
import { auditKeysOf, type Vouching } from "../domain/workspace/audit-anchor.ts";
import type { SecretKeys } from "../domain/workspace/secret-check.ts";
import { pacePerformer } from "../engine/paced-performer.ts";
import type { Performer } from "../engine/performer.ts";
import { performOnSqlite } from "../engine/sqlite-performer.ts";
import { WriteWatch } from "../engine/write-watch.ts";
import { type Clock, clockFrom, systemClock } from "../lib/clock.ts";
import type { FileStore } from "../lib/files/file-store.ts";
import { Outage, type OutageState, type Watch } from "../lib/monitoring/outage.ts";
import type { Reader } from "../storage/database/database.ts";
import type { Postgres } from "../storage/database/postgres.ts";
import { openSqliteReader, openSqliteWriter } from "../storage/database/sqlite.ts";
import { isUnavailable } from "../storage/database/sqlite-errors.ts";
import { fillPostgres, fillSqlite } from "../storage/fill-old-rows.ts";
import { dropCopies, migratePostgres, migrateSqlite } from "../storage/migrations/migrate.ts";
import { type RewriteNews, rewritePostgres } from "../storage/privacy/rewrite.ts";
import type { Remaining } from "../storage/privacy/rewrite-log.ts";
import { vacuum } from "../storage/privacy/vacuum.ts";
import { findFirstWorkspace, type Workspace } from "../storage/workspace/workspaces.ts";
import { type Config, sqliteFile } from "./config.ts";
import { openFiles } from "./file-places.ts";
import type { FileSettings } from "./file-settings.ts";
import { requireSameKey } from "./secret-key-in-use.ts";

export interface Store {
  reader: Reader;
  performer: Performer;
  /** Whether writes fail at this moment, as on a full disk. */
  writing: { isFailing(): boolean };
  /** The state of the whole database. */
  outage: OutageState;
  /** The bytes of attachments, which are beside the database. */
  files: FileStore;
  /** The time that writes are made at: on PostgreSQL the database's, whatever this machine's own says. */
  clock: Clock;
  /** Takes what was deleted or replaced out of the database's files, as far as that is in our hands. */
  clean(): Promise<void>;
  /**
   * Erases what was deleted from the database's files, too; PostgreSQL's tables are locked one after the other. Gives
   * what couldn't be done.
   */
  rewrite(onNews: (news: RewriteNews) => void): Promise<Remaining[]>;
  /** The workspace that the command line acts on. */
  workspace: Workspace;
  close(): Promise<void>;
}

type StoreConfig = Pick<Config, "dataDir" | "databaseUrl" | "secretKey" | "oldSecretKey"> &
  Partial<FileSettings> &
  Omit<ActionSettings, keyof Vouching>;

/**
 * Opens the database that the settings name, at the current schema. Throws if it was used with another secret key, unless nothing is
 * to be recorded: what is read needs none.
 */
export async function openStore(
  config: StoreConfig,
  logger: Logger,
  clock: Clock = systemClock,
  isOnlyRead = false,
): Promise<Store> {
  const outage = new Outage(logger, clockFrom(0));
  const reading = outage.watch("reading");
  const writing = new WriteWatch(outage);
  const { freePlanIssues, webhookRate, baseUrl } = config;
  const { secretKey, oldSecretKey } = config;
  const vouching = { auditKeys: auditKeysOf(config), secretKeys: { secretKey, oldSecretKey } };
  const settings = { freePlanIssues, webhookRate, baseUrl, ...vouching };
  const wiring: Wiring = { settings, clock, reading, onWriterError: (error) => writing.fail(error) };
  const opened =
    config.databaseUrl === null
      ? await openOnSqlite(sqliteFile(config), wiring, logger)
      : await openOnPostgres(config.databaseUrl, wiring);
  const { reader } = opened;
  const isLocal = config.databaseUrl === null;
  const performer = pacePerformer(writing.around(opened.performer), { atOnce: isLocal ? 1 : 2, holdsUpAll: isLocal });
  const close = async () => {
    await performer.close();
    await reader.close();
  };
  const workspace = await begin(isOnlyRead ? null : config, reader, performer).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    reader,
    performer,
    writing,
    outage,
    files: openFiles(config, logger),
    clock: opened.clock,
    clean: opened.clean,
    rewrite: opened.rewrite,
    workspace,
    close,
  };
}

async function begin(keys: SecretKeys | null, reader: Reader, performer: Performer): Promise<Workspace> {
  if (keys !== null) await requireSameKey(reader, keys);
  return firstWorkspace(reader, performer);
}

const LOG_LOST =
  "the database was in use when it was copied or when its server stopped, but its write-ahead log (-wal) is missing, and so are the last changes. Stop the server, then put the log back or restore a backup; `retest doctor` says how to go on without it";

/** The first workspace, made on the first start. */
async function firstWorkspace(reader: Reader, performer: Performer): Promise<Workspace> {
  return (await findFirstWorkspace(reader)) ?? performer.perform(ensureWorkspace, null);
}

interface Wiring {
  settings: ActionSettings;
  clock: Clock;
  /** Watches how reading goes. */
  reading: Watch;
  onWriterError(error: Error): void;
}

interface Opened {
  reader: Reader;
  performer: Performer;
  clock: Clock;
  clean: Store["clean"];
  rewrite: Store["rewrite"];
}

async function openOnSqlite(file: string, wiring: Wiring, logger: Logger): Promise<Opened> {
  try {
    if (existsSync(file) && isLogLost(file)) logger.error({ file }, LOG_LOST);
    migrateSqlite(file);
    fillSqlite(file);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new Error(`The database ${file} can't be opened: ${(error as Error).message}.`, { cause: error });
  }
  const { settings, clock, reading, onWriterError: onError } = wiring;
  const performer = await performOnSqlite({ file, settings, clock, onError });
  const clean = async () => {
    await performer.rebuild();
    dropCopies(file);
  };
  const rewrite = async () => {
    await clean();
    return [];
  };
  return { reader: openSqliteReader(file, reading), performer, clock, clean, rewrite };
}

/** Whether the log of SQLite is lost. Checked before anything is written, as each write makes a new log. */
function isLogLost(file: string): boolean {
  const writer = openSqliteWriter(file);
  try {
    return writer.noteIfLogLost();
  } finally {
    writer.close();
  }
}

const SET_CLOCK_EVERY_MS = 600_000;

/** Servers on one database share its clock: an hour and a month then begin at the same moment on all of them. */
async function databaseClock(database: Postgres): Promise<Clock> {
  let clock = clockFrom(await database.now());
  const set = async () => {
    clock = clockFrom(await database.now());
  };
  setInterval(() => void set().catch(() => {}), SET_CLOCK_EVERY_MS).unref();
  return () => clock();
}

async function openOnPostgres(url: string, wiring: Wiring): Promise<Opened> {
  const { settings, reading } = wiring;
  let { clock } = wiring;
  // Loaded only when used: the embedded database starts sooner without it.
  const { openPostgres } = await import("../storage/open-postgres.ts");
  const { performOnPostgres } = await import("../engine/postgres-performer.ts");
  const database = openPostgres(url, reading);
  try {
    await database.requireVersion();
    await migratePostgres(database);
    await fillPostgres(database);
    clock = clock === systemClock ? await databaseClock(database) : clock;
  } catch (error) {
    await database.close();
    throw error;
  }
  const clean = () => vacuum(database);
  const rewrite: Store["rewrite"] = (onNews) => rewritePostgres(database, onNews);
  return { reader: database, performer: performOnPostgres(url, database, clock, settings), clock, clean, rewrite };
}
