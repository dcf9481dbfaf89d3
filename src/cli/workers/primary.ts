// The process that leads several which serve: it opens no database and answers nothing, so that replacing the others one by
// one replaces everything that does.
import type { Logger } from "pino";
import type { Config } from "../../startup/config.ts";
import { settleDatabase } from "../settle-database.ts";
import { LEAVING, listening, STOPPING, stopSignal } from "./serve-in-process.ts";
import { Crew, EndedEarly } from "./worker-pool.ts";

export async function lead(config: Config, logger: Logger): Promise<number> {
  const crew = new Crew(config.workers, logger);
  try {
    logger.info(listening(config, await crew.start()));
  } catch (error) {
    await crew.stop();
    // The one that could not start has said why.
    if (error instanceof EndedEarly) return error.code ?? 1;
    throw error;
  }
  process.on("SIGHUP", () => void crew.replaceAll());
  const how = await stopSignal();
  logger.info(how === "drain" ? LEAVING : STOPPING);
  const isClean = await (how === "drain"
    ? Promise.race([crew.leave(), stopSignal().then(() => crew.stop())])
    : crew.stop());
  await settleDatabase(config);
  logger.info("stopped");
  return isClean ? 0 : 1;
}
