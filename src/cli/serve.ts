// `retest serve`: the server, until it is told to stop.
import { type Logger, pino } from "pino";
import { openStore, type Store, startServer } from "../compose.ts";
import { type Config, readConfig } from "../config.ts";
import { type Command, requireNoMore, UsageError } from "./command.ts";
import { firstAdminLink } from "./people.ts";

const STOP_WITHIN_MS = 10_000;

export const serve: Command = {
  name: "serve",
  usage: "serve",
  summary: "Runs the server on the embedded database in the data folder, or on PostgreSQL if DATABASE_URL is set.",
  details:
    "Settings are environment variables: PORT, HOST, RETEST_BASE_URL, RETEST_DATA_DIR, DATABASE_URL,\nRETEST_SECRET_KEY, RETEST_LOG_LEVEL, RETEST_API_RATE, RETEST_WEBHOOK_RATE, RETEST_DELIVERY_DAYS,\nRETEST_NOTIFY_ALLOWED_HOSTS, RETEST_FREE_PLAN_ISSUES.",
  async run(flags) {
    requireNoMore(flags, 0, "serve");
    const config = readConfig(process.env);
    const logger = pino({ level: config.logLevel, serializers: { err: plainError } });
    const store = await openStore(config, logger);
    const server = await startServer(config, store, logger).catch(async (error: NodeJS.ErrnoException) => {
      await store.close();
      throw explained(error, config.host, config.port);
    });
    const database = config.databaseUrl === null ? `SQLite in ${config.dataDir}` : "PostgreSQL";
    logger.info(`Retest listens on http://${config.host}:${server.port} (${database})`);
    // Not waited for: told to stop meanwhile, the server must begin to stop at once.
    const invited = inviteFirstAdmin(config, store, logger);
    await stopSignal();
    logger.info("stopping: answering what is under way");
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await server.close();
    await invited;
    await store.close();
    logger.info("stopped");
    return 0;
  },
};

/** The link is shown or not made at all: making one voids the one before. */
async function inviteFirstAdmin(config: Config, store: Store, logger: Logger): Promise<void> {
  if (!logger.isLevelEnabled("info")) return;
  try {
    const link = await firstAdminLink(store, config);
    if (link !== null) logger.info(`There are no people yet. The first admin joins here, within 7 days: ${link}`);
  } catch (error) {
    logger.error({ err: error }, "no link for the first admin could be made: start again, or use retest person invite");
  }
}

/** What helps to find the fault; a database's details may hold what people wrote. */
function plainError(error: Error): object {
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { type: name, code, message, stack, ...(cause instanceof Error ? { cause: plainError(cause) } : {}) };
}

export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}

export function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") return new UsageError(`PORT ${port} on ${host} is in use: set PORT to a free one.`);
  if (error.code === "EACCES")
    return new UsageError(`PORT ${port} may not be used by this user: set PORT to one above 1023.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new UsageError(`HOST ${host} is not an address of this machine.`);
  return error;
}
