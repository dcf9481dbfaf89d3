// A server and its database in this process, from the start to the end.
import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { INVITATION_DAYS } from "../../domain/limits.ts";
import type { MetricFamily } from "../../lib/monitoring/metric-families.ts";
import type { Config } from "../../startup/config.ts";
import { openStore, type Store } from "../../startup/open-store.ts";
import type { Gather } from "../../startup/start-server.ts";
import { listPeople } from "../../storage/access/people.ts";
import { UsageError } from "../command.ts";
import { firstAdminLink } from "../first-admin-link.ts";

/** How far the heap grows before it is cleared: under load nearly all of it is left by requests, so fourfold is too much. */
const HEAP_GROWTH = "--heap-growing-percent=60";

export interface Serving {
  port: number;
  /** A server without people shows a link; of several processes one does so. */
  inviteFirstAdmin(): void;
  /** Leaves what is new to others; resolves when nobody is left to be answered. */
  drain(noticeMs: number): Promise<void>;
  /** The figures of this process. */
  measure(worker: number): MetricFamily[];
  /** Answers what is under way, and lets go of the database. */
  stop(): Promise<void>;
}

/** `gather` tells what all processes have measured, where there are several. */
export async function startServing(config: Config, logger: Logger, gather?: Gather): Promise<Serving> {
  setFlagsFromString(HEAP_GROWTH);
  const store = await openStore(config, logger);
  // Loaded only when used: other commands start in half the time without it.
  const { startServer } = await import("../../startup/start-server.ts");
  const server = await startServer(config, store, logger, store.clock, gather).catch(
    async (error: NodeJS.ErrnoException) => {
      await store.close();
      throw explained(error, config.host, config.port);
    },
  );
  // Not waited for: told to stop meanwhile, the server must begin to stop at once.
  let invited: Promise<void> | undefined;
  return {
    port: server.port,
    inviteFirstAdmin() {
      invited = inviteFirstAdmin(config, store, logger);
    },
    drain: server.drain,
    measure: server.measure,
    async stop() {
      await server.close();
      await invited;
      await store.close();
    },
  };
}

/** The line of the log that says where the server can be reached. */
export function listening({ host, dataDir, databaseUrl, workers }: Config, port: number): string {
  const database = databaseUrl === null ? `SQLite in ${dataDir}` : "PostgreSQL";
  return `Retest listens on http://${host}:${port} (${database}${workers > 1 ? `, ${workers} workers` : ""})`;
}

/** Said when only a proxy signs people in: they join by an invitation to their address, and no link helps. */
const FIRST_BY_PROXY =
  "There are no people yet, and only the proxy signs people in. Invite the first admin by the address that it names: retest person invite --role admin --email ADDRESS";

/** The link is shown or not made at all: making one voids the one before. */
async function inviteFirstAdmin(config: Config, store: Store, logger: Logger): Promise<void> {
  if (!logger.isLevelEnabled("info")) return;
  try {
    if (!config.passwordSignIn && config.oidc === null) {
      if ((await listPeople(store.reader, store.workspace.id)).length === 0) logger.info(FIRST_BY_PROXY);
      return;
    }
    const link = await firstAdminLink(store, config);
    if (link !== null)
      logger.info(
        `There are no people yet. Join as the first admin with this link, within ${INVITATION_DAYS} days: ${link}`,
      );
  } catch (error) {
    logger.error(
      { err: error },
      "the link for the first admin could not be created: start again, or use retest person invite",
    );
  }
}

/** What may pass by itself, because another process ends or the network comes up, is no wrong setting: whoever starts the server tries again. */
export function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") return new Error(`PORT ${port} on ${host} is in use: set PORT to a free one.`);
  if (error.code === "EACCES")
    return new UsageError(`PORT ${port} is not allowed for this user: set PORT to a number above 1023.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new Error(`HOST ${host} is not an address of this machine.`);
  return error;
}
