// The folder in which a workspace is put together before it is imported. It is gone when the import ends; what a killed one has left, the
// next one removes.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "./command.ts";

export interface ImportFolder {
  /** Where the database is put together. */
  file: string;
  /** Whether a killed import had left something. */
  wasLeft: boolean;
  remove(): void;
}

/** Throws a sentence if another import is under way. */
export function openImportFolder(dataDir: string): ImportFolder {
  const folder = join(dataDir, "importing");
  const owner = join(folder, "process");
  const wasLeft = existsSync(folder);
  if (wasLeft) {
    const other = existsSync(owner) ? Number(readFileSync(owner, "utf8")) : 0;
    if (isAlive(other)) {
      throw new UsageError(`Another import is under way, process ${other}: wait until it has ended.`);
    }
    rmSync(folder, { recursive: true, force: true });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(owner, String(process.pid), { mode: 0o600 });
  return {
    file: join(folder, "workspace.db"),
    wasLeft,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isAlive(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
