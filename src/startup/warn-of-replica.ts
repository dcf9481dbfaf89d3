// Says at the start when the replica that the settings name is none of this database.
import type { Logger } from "pino";

/** A replica of something else is never read, which nobody would notice. */
export async function warnOfReplica(url: string, replicaUrl: string, logger: Logger): Promise<void> {
  // Loaded only when used, as PostgreSQL is.
  const { replicaProblem } = await import("../storage/database/postgres-snapshots.ts");
  const problem = await replicaProblem(url, replicaUrl);
  if (problem !== null) logger.warn(`RETEST_DATABASE_REPLICA_URL ${problem}: it is not read.`);
}
