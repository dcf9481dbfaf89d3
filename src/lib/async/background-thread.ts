// A thread that works beside the server without taking the processors from it.
import { constants, setPriority } from "node:os";

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
