// `retest serve`: the server, until it is told to stop; as one process, or as several on one port.
import cluster from "node:cluster";
import { pino } from "pino";
import { readConfig } from "../../startup/config.ts";
import { requireBucket } from "../../startup/file-places.ts";
import { closeDatabaseFile } from "../close-database-file.ts";
import { type CliCommand, requireNoMore } from "../command.ts";
import { runPrimary } from "../workers/primary.ts";
import { listening, startServing } from "../workers/serve-in-process.ts";
import { LEAVING, NOTICE_MS, STOP_WITHIN_MS, STOPPING, stopSignal } from "../workers/stop-signal.ts";
import { runWorker } from "../workers/worker.ts";

export const serve: CliCommand = {
  name: "serve",
  usage: "serve",
  summary: "Runs the server on the embedded database in the data folder, or on PostgreSQL if DATABASE_URL is set.",
  details:
    'Settings are environment variables: PORT, HOST, RETEST_WORKERS, RETEST_BASE_URL, RETEST_DATA_DIR, DATABASE_URL,\nRETEST_DATABASE_REPLICA_URL, RETEST_SECRET_KEY, RETEST_SECRET_KEY_OLD, RETEST_LOG_LEVEL, RETEST_API_RATE, RETEST_TOOL_RATE, RETEST_PUBLIC_RATE, RETEST_ADDRESS_CONNECTIONS, RETEST_WEBHOOK_RATE, RETEST_WORKSPACE_RATE, RETEST_WORKSPACE_WEBHOOK_RATE, RETEST_DELIVERY_DAYS,\nRETEST_AUDIT_DAYS, RETEST_RESULT_ATTACHMENT_DAYS, RETEST_NOTIFY_ALLOWED_HOSTS, RETEST_FREE_PLAN_ISSUES, RETEST_METRICS_TOKEN, RETEST_TRUSTED_PROXIES, RETEST_HSTS,\nRETEST_OIDC_ISSUER, RETEST_OIDC_CLIENT_ID, RETEST_OIDC_CLIENT_SECRET, RETEST_OIDC_NAME, RETEST_OIDC_JOIN,\nRETEST_PASSWORD_SIGN_IN, RETEST_SIGN_UP, RETEST_PROXY_USER_HEADER, RETEST_SMTP_URL, RETEST_MAIL_FROM,\nRETEST_FILES_IN, RETEST_S3_BUCKET, RETEST_S3_ENDPOINT, RETEST_S3_REGION, RETEST_S3_ACCESS_KEY, RETEST_S3_SECRET_KEY,\nRETEST_S3_PATH_STYLE, RETEST_S3_PREFIX.\nA secret may be in a file: RETEST_SECRET_KEY_FILE, RETEST_SECRET_KEY_OLD_FILE, DATABASE_URL_FILE, RETEST_DATABASE_REPLICA_URL_FILE,\nRETEST_METRICS_TOKEN_FILE, RETEST_OIDC_CLIENT_SECRET_FILE, RETEST_SMTP_URL_FILE, RETEST_S3_ACCESS_KEY_FILE and\nRETEST_S3_SECRET_KEY_FILE name it.\n\nSIGTERM finishes the requests that have begun, refuses new ones, and stops. SIGQUIT first reports "not ready" at\n/readyz, so that a load balancer can notice, and refuses nothing. SIGHUP replaces the workers one by one, if there are several.',
  async run(flags, terminal) {
    requireNoMore(flags, 0, "serve");
    const config = readConfig(terminal.env);
    const logger = pino({ level: config.logLevel, serializers: { err: plainError } });
    if (cluster.isWorker) return runWorker(config, logger);
    // A bucket may be slow to answer: whoever asks for a reload meanwhile must end nothing.
    const tooEarly = () => logger.warn("SIGHUP: the server is still starting");
    process.on("SIGHUP", tooEarly);
    await requireBucket(config, logger);
    process.off("SIGHUP", tooEarly);
    if (config.workers > 1) return runPrimary(config, logger);
    process.on("SIGHUP", () =>
      logger.warn(
        "SIGHUP: there is only one process, and it can't be replaced while it runs; set RETEST_WORKERS to 2 or more",
      ),
    );
    const serving = await startServing(config, logger);
    // Whoever reads that it listens may stop it at once.
    const stopped = stopSignal();
    logger.info(listening(config, serving.port));
    serving.inviteFirstAdmin();
    if ((await stopped) === "drain") {
      logger.info(LEAVING);
      await Promise.race([serving.drain(NOTICE_MS), stopSignal()]);
    }
    logger.info(STOPPING);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await serving.stop();
    await closeDatabaseFile(config);
    logger.info("stopped");
    return 0;
  },
};

/** What helps to find the fault; a database's details may hold what people wrote. */
function plainError(error: Error): object {
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { type: name, code, message, stack, ...(cause instanceof Error ? { cause: plainError(cause) } : {}) };
}
