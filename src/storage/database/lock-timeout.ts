// PostgreSQL gives up waiting for a row that another transaction holds. Nothing has happened then, and the database is well.
import { Fault } from "../../domain/fault.ts";
import { isOtherKeyFault } from "../../domain/workspace/secret-check.ts";

/** How long any statement waits for a row. */
export const LOCK_TIMEOUT_MS = 2_000;

const LOCK_NOT_AVAILABLE = "55P03";

/** Whether an error, or the cause of a fault, is that somebody else did not let go of a row in time. */
export function isLockTimeout(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return code === LOCK_NOT_AVAILABLE || cause?.code === LOCK_NOT_AVAILABLE;
}

/** The cause that marks a fault as a lock timeout when it comes from another thread. */
export function asLockTimeout(): { code: string } {
  return { code: LOCK_NOT_AVAILABLE };
}

/**
 * Whether the database can't be used now. An app that somebody else holds is no outage: everything else can be written. Nor is a server
 * that was given another key: the database is well.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof Fault && error.code === "unavailable" && !isLockTimeout(error) && !isOtherKeyFault(error);
}
