// What an error of the embedded database means.
/** Result codes of a disk that is full, busy, unreadable or gone: the same request may work later. */
const UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
const BUSY = 5;
const DISK_ERROR = 10;

/** Whether an error is the file's or the disk's fault and not the statement's. */
export function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE.has(resultCode(error));
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** Whether the disk failed: nothing that this connection remembers of the file can be trusted any more. */
export function isDiskError(error: unknown): boolean {
  return resultCode(error) === DISK_ERROR;
}

function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !("sqliteCode" in error || "errcode" in error)) return 0;
  const code = "errcode" in error ? error.errcode : (error as { sqliteCode?: unknown }).sqliteCode;
  return typeof code === "number" ? code & 0xff : 0;
}
