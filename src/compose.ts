// Puts the product together from its settings. The server, the command line and the tests all start here.
import type { Logger } from "pino";
import type { Performer } from "./actions/perform.ts";
import { performOnPostgres } from "./actions/perform-on-postgres.ts";
import { performOnSqlite } from "./actions/perform-on-sqlite.ts";
import { type Config, sqliteFile } from "./config.ts";
import { createHttpServer, type HttpServer } from "./http/server.ts";
import type { Services } from "./http/services.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { createSealer } from "./lib/seal.ts";
import type { Reader } from "./storage/database.ts";
import { migratePostgres, migrateSqlite } from "./storage/migrate.ts";
import { isUnavailable, openSqliteReader } from "./storage/sqlite.ts";
import { findFirstWorkspace, type Workspace } from "./storage/workspaces.ts";

export interface Store {
  reader: Reader;
  performer: Performer;
  /** The workspace that the command line acts on. */
  workspace: Workspace;
  close(): Promise<void>;
}

type StoreConfig = Pick<Config, "dataDir" | "databaseUrl" | "freePlanIssues">;

/** Opens the database that the settings name, at the current schema. */
export async function openStore(config: StoreConfig, logger: Logger, clock: Clock = systemClock): Promise<Store> {
  const onError = (error: Error) => logger.error({ err: error }, "database");
  const limits = { freePlanIssues: config.freePlanIssues };
  const { reader, performer } =
    config.databaseUrl === null
      ? await openSqlite(sqliteFile(config), { limits, clock, onError })
      : await openPostgres(config.databaseUrl, { limits, clock, onError });
  const close = async () => {
    await performer.close();
    await reader.close();
  };
  const workspace = await firstWorkspace(reader, performer).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    reader,
    performer,
    workspace,
    close,
  };
}

/** Made on the first start; after that reading is enough. */
async function firstWorkspace(reader: Reader, performer: Performer): Promise<Workspace> {
  return (await findFirstWorkspace(reader)) ?? performer.perform("ensureWorkspace", undefined as never);
}

export interface Server {
  port: number;
  close(): Promise<void>;
}

/** A running server; `port` 0 takes a free one. */
export async function startServer(
  config: Config,
  store: Store,
  logger: Logger,
  clock: Clock = systemClock,
): Promise<Server> {
  const services: Services = {
    reader: store.reader,
    performer: store.performer,
    cursors: createSealer(config.secretKey, "cursor/v1"),
    clock,
  };
  const http: HttpServer = createHttpServer(services, logger);
  const port = await http.listen(config.host, config.port);
  return { port, close: () => http.close() };
}

interface Wiring {
  limits: { freePlanIssues: number };
  clock: Clock;
  onError(error: Error): void;
}

async function openSqlite(file: string, wiring: Wiring): Promise<{ reader: Reader; performer: Performer }> {
  try {
    migrateSqlite(file);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new Error(`The database ${file} can't be opened: ${(error as Error).message}.`, { cause: error });
  }
  const performer = await performOnSqlite({ file, ...wiring });
  return { reader: openSqliteReader(file), performer };
}

async function openPostgres(url: string, { clock, limits, onError }: Wiring) {
  // Loaded only when used: the embedded database starts sooner without it.
  const { Postgres } = await import("./storage/postgres.ts");
  const database = new Postgres(url, onError);
  try {
    await database.requireVersion();
    await migratePostgres(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { reader: database, performer: performOnPostgres(database, clock, limits) };
}
