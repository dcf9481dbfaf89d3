// A thread that works beside the server without taking the processors from it.
import { constants, setPriority } from "node:os";

/** How long such a thread may take for one file. By the clock on the wall: on a busy machine it gets little of the processors. */
export const MOST_BACKGROUND_MS = 120_000;

/**
 * Has the calling thread run only when the others of the process leave a processor free. Linux gives each thread a priority of
 * its own; elsewhere that would be the whole process's, which is left as it is.
 */
export function runInBackground(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where a sandbox forbids it, the thread works as any other.
  }
}
