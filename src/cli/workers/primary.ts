// The process that leads several which serve: it opens no database and answers nothing, so that replacing the others one by
// one replaces everything that does.
import type { Logger } from "pino";
import type { Config } from "../../startup/config.ts";
import { closeDatabaseFile } from "../close-database-file.ts";
import { listening } from "./serve-in-process.ts";
import { LEAVING, STOPPING, stopSignal } from "./stop-signal.ts";
import { WorkerEnded, WorkerPool } from "./worker-pool.ts";

export async function runPrimary(config: Config, logger: Logger): Promise<number> {
  const pool = new WorkerPool(config.workers, logger);
  const start = pool.start();
  // The signal is heard from the beginning: sent while the first workers start, it would otherwise end everything.
  process.on("SIGHUP", () => void start.then(() => pool.replaceAll()).catch(() => undefined));
  let stopped: ReturnType<typeof stopSignal>;
  try {
    const port = await start;
    // Whoever reads that it listens may stop it at once.
    stopped = stopSignal();
    logger.info(listening(config, port));
  } catch (error) {
    await pool.stop();
    // The one that could not start has said why.
    if (error instanceof WorkerEnded) return error.code ?? 1;
    throw error;
  }
  const how = await stopped;
  logger.info(how === "drain" ? LEAVING : STOPPING);
  const isClean = await (how === "drain"
    ? Promise.race([pool.leave(), stopSignal().then(() => pool.stop())])
    : pool.stop());
  await closeDatabaseFile(config);
  logger.info("stopped");
  return isClean ? 0 : 1;
}
