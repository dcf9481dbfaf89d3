// Files and folders that nobody but their owner may read, whatever the process's umask and whoever made them.
import { chmodSync, closeSync, openSync, statSync } from "node:fs";

const OTHERS = 0o077;

/**
 * Makes an empty file unless there is one. One that is there is never opened: closing it would take away the locks that SQLite
 * holds on it for this process.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    keepPrivate(file);
  }
}

/** Takes away what others may do with it, if there is such a file or folder and it is ours. */
export function keepPrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o777 & ~OTHERS);
  } catch {
    // It is not there, belongs to somebody else, or is on a disk without such rights: then others decide.
  }
}
