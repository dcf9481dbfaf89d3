// Puts the product together from its settings. The server, the command line and the tests all start here.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Performer } from "./actions/perform.ts";
import { performOnPostgres } from "./actions/perform-on-postgres.ts";
import { performOnSqlite } from "./actions/perform-on-sqlite.ts";
import { startSweeper } from "./actions/sweeper.ts";
import type { Settings } from "./actions/unit.ts";
import { WriteWatch } from "./actions/write-watch.ts";
import { type Config, ConfigError, filesFolder, sqliteFile } from "./config.ts";
import { Fault } from "./domain/fault.ts";
import { WEBHOOK_PATH } from "./domain/webhook-secrets.ts";
import { LiveHub } from "./http/live/hub.ts";
import { referenceDoor } from "./http/reference/door.ts";
import { createHttpServer, type HttpServer, type SideDoor } from "./http/server.ts";
import type { Services } from "./http/services.ts";
import { Uploads } from "./http/uploads.ts";
import { webDoor } from "./http/web.ts";
import { mountTools, TOOL_PATHS } from "./intake/tools/routes.ts";
import { WebhookDesk } from "./intake/webhook/desk.ts";
import { Reception } from "./intake/webhook/reception.ts";
import { mountWebhook } from "./intake/webhook/routes.ts";
import { createCaller } from "./lib/call-once.ts";
import { type Cipher, createCipher } from "./lib/cipher.ts";
import { type Clock, clockFrom, systemClock } from "./lib/clock.ts";
import { createFolderStore, type FileStore } from "./lib/file-store.ts";
import { Outage, type Watch } from "./lib/outage.ts";
import { createPoster } from "./lib/post-once.ts";
import { systemLookup } from "./lib/resolve-public.ts";
import { createSealer } from "./lib/seal.ts";
import { startDispatcher } from "./outbound/dispatcher.ts";
import { FORWARDERS } from "./outbound/forwarders.ts";
import { startForwarding } from "./outbound/forwarding.ts";
import { waking } from "./outbound/waking.ts";
import type { Reader } from "./storage/database.ts";
import { fillPostgres, fillSqlite } from "./storage/fill-issue-index.ts";
import { migratePostgres, migrateSqlite } from "./storage/migrate.ts";
import type { Postgres } from "./storage/postgres.ts";
import { findSecretCheck } from "./storage/secret-checks.ts";
import { isUnavailable, openSqliteReader } from "./storage/sqlite.ts";
import { findFirstWorkspace, type Workspace } from "./storage/workspaces.ts";

export interface Store {
  reader: Reader;
  performer: Performer;
  /** How writing goes. */
  writing: { isFailing(): boolean };
  /** The bytes of attachments, which are beside the database. */
  files: FileStore;
  /** The workspace that the command line acts on. */
  workspace: Workspace;
  close(): Promise<void>;
}

type StoreConfig = Pick<Config, "dataDir" | "databaseUrl"> & Settings;

/** Opens the database that the settings name, at the current schema. */
export async function openStore(config: StoreConfig, logger: Logger, clock: Clock = systemClock): Promise<Store> {
  const outage = new Outage(logger, clockFrom(0));
  const reading = outage.watch("reading");
  const writing = new WriteWatch(outage);
  const { freePlanIssues, webhookRate, baseUrl } = config;
  const settings = { freePlanIssues, webhookRate, baseUrl };
  const wiring: Wiring = { settings, clock, reading, onWriterError: (error) => writing.fail(error) };
  const { reader, performer: writer } =
    config.databaseUrl === null
      ? await openSqlite(sqliteFile(config), wiring)
      : await openPostgres(config.databaseUrl, wiring);
  const performer = writing.around(writer);
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
    writing,
    files: createFolderStore(filesFolder(config)),
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
  const { reader, performer, files } = store;
  const { baseUrl, apiRate, webhookRate, freePlanIssues, notifyAllowedHosts } = config;
  const cipher = secretCipher(config);
  await requireSecretKey(store, cipher);
  // A database that fails is told of where that is seen.
  const onError = (error: Error) => {
    const isTold = error instanceof Fault && error.code === "unavailable";
    if (!isTold) logger.error({ err: error }, "notifications");
  };
  const post = createPoster({ allowedHosts: notifyAllowedHosts, clock });
  const outbox = startDispatcher({ reader, performer, cipher, clock, post, onError });
  const sweeper = startSweeper({ reader, performer, files, clock, onError, deliveryDays: config.deliveryDays });
  const call = createCaller({ allowedHosts: notifyAllowedHosts, clock, timeoutMs: 10_000, maxAnswer: 1_048_576 });
  const forwarding = startForwarding({ reader, performer, cipher, clock, call, forwarders: FORWARDERS, onError });
  const senders = {
    wake() {
      outbox.wake();
      forwarding.wake();
    },
  };
  const reception = new Reception({ reader, performer, clock });
  const keepBodies = config.deliveryDays > 0;
  const webhookTools = { reader, performer, reception, cipher, clock, baseUrl, keepBodies };
  const services: Services = {
    reader,
    performer: waking(performer, senders),
    cursors: createSealer(config.secretKey, "cursor/v1"),
    cipher,
    clock,
    baseUrl,
    apiRate,
    webhookRate,
    freePlanIssues,
    notifyAllowedHosts,
    lookup: systemLookup,
    writing: store.writing,
    files,
    uploads: new Uploads(),
    webhook: new WebhookDesk({ reader, performer, reception, clock }),
    outbox,
    live: new LiveHub({ reader, clock }),
  };
  const doors: SideDoor[] = [
    { mount: (server) => mountWebhook(server, webhookTools), paths: { [`${WEBHOOK_PATH}/:token`]: ["POST"] } },
    { mount: (server) => mountTools(server, { ...webhookTools, performer: services.performer }), paths: TOOL_PATHS },
    referenceDoor(baseUrl),
    webDoor(webFolder()),
  ];
  const http: HttpServer = createHttpServer(services, doors, logger);
  const stop = async () => {
    sweeper.close();
    await Promise.all([outbox.close(), forwarding.close()]);
  };
  const port = await http.listen(config.host, config.port).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    port,
    async close() {
      await http.close();
      await stop();
    },
  };
}

/** Where the build puts the interface: beside this file in dist, which stands beside src. */
function webFolder(): string {
  const beside = join(import.meta.dirname, "web");
  return existsSync(beside) ? beside : join(import.meta.dirname, "../dist/web");
}

/** What encrypts tokens and secrets at rest. */
export function secretCipher({ secretKey }: Pick<Config, "secretKey">): Cipher {
  return createCipher(secretKey, "secret/v1");
}

const SECRET_CHECK = "secret-check";

/** Throws when the tokens and secrets in this database were encrypted with another key. */
async function requireSecretKey({ reader, performer }: Store, cipher: Cipher): Promise<void> {
  const kept =
    (await findSecretCheck(reader)) ??
    (await performer.perform("keepSecretCheck", { sealed: cipher.encrypt(SECRET_CHECK, SECRET_CHECK) }));
  try {
    cipher.decrypt(SECRET_CHECK, kept);
  } catch {
    throw new ConfigError(
      "RETEST_SECRET_KEY is not the key that this database was used with: its tokens and secrets can't be read with it.",
    );
  }
}

interface Wiring {
  settings: Settings;
  clock: Clock;
  /** Told how reading goes. */
  reading: Watch;
  onWriterError(error: Error): void;
}

async function openSqlite(file: string, wiring: Wiring): Promise<{ reader: Reader; performer: Performer }> {
  try {
    migrateSqlite(file);
    fillSqlite(file);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new Error(`The database ${file} can't be opened: ${(error as Error).message}.`, { cause: error });
  }
  const { settings, clock, reading, onWriterError: onError } = wiring;
  const performer = await performOnSqlite({ file, settings, clock, onError });
  return { reader: openSqliteReader(file, reading), performer };
}

const SET_CLOCK_EVERY_MS = 600_000;

/** Servers on one database share its clock: hours and months then turn at the same moment on all of them. */
async function databaseClock(database: Postgres): Promise<Clock> {
  let clock = clockFrom(await database.now());
  const set = async () => {
    clock = clockFrom(await database.now());
  };
  setInterval(() => void set().catch(() => {}), SET_CLOCK_EVERY_MS).unref();
  return () => clock();
}

async function openPostgres(url: string, wiring: Wiring) {
  const { settings, reading } = wiring;
  let { clock } = wiring;
  // Loaded only when used: the embedded database starts sooner without it.
  const { Postgres } = await import("./storage/postgres.ts");
  const database = new Postgres(url, reading);
  try {
    await database.requireVersion();
    await migratePostgres(database);
    await fillPostgres(database);
    clock = clock === systemClock ? await databaseClock(database) : clock;
  } catch (error) {
    await database.close();
    throw error;
  }
  return { reader: database, performer: performOnPostgres(database, clock, settings) };
}
