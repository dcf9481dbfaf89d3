// The folder in which a workspace is put together before it is imported: each import has its own, gone when that ends. What a killed one has
// left, the next one removes. A file in it that is held as long as the import runs tells the two apart, also from another container.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type HeldFile, holdFile } from "../storage/database/held-file.ts";

export interface ImportFolder {
  /** The file of the database that is being put together. */
  file: string;
  /** Whether a killed import had left something. */
  wasLeft: boolean;
  remove(): void;
}

const HELD = "held";
const ATTEMPTS = 10;

export function openImportFolder(dataDir: string): ImportFolder {
  const parent = join(dataDir, "importing");
  const left = existsSync(parent) ? readdirSync(parent).filter((name) => removeIfLeft(join(parent, name))) : [];
  const { folder, held } = makeFolder(parent);
  return {
    file: join(folder, "workspace.db"),
    wasLeft: left.length > 0,
    remove() {
      held.release();
      rmSync(folder, { recursive: true, force: true });
      removeIfEmpty(parent);
    },
  };
}

/** Makes and holds a folder. Until it is held another import may remove it as abandoned, so it is made again. */
function makeFolder(parent: string): { folder: string; held: HeldFile } {
  for (let attempt = 1; ; attempt++) {
    try {
      mkdirSync(parent, { recursive: true, mode: 0o700 });
      const folder = mkdtempSync(join(parent, "import-"));
      const held = holdFile(join(folder, HELD));
      if (held !== null && existsSync(join(folder, HELD))) return { folder, held };
      held?.release();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Removes an abandoned folder. It is renamed while held, so that an import about to hold it finds it gone. */
function removeIfLeft(folder: string): boolean {
  let held: HeldFile | null = null;
  try {
    held = holdFile(join(folder, HELD));
    if (held === null) return false;
    const gone = `${folder}-left`;
    renameSync(folder, gone);
    rmSync(gone, { recursive: true, force: true });
    return true;
  } catch {
    // Another import removes it, too.
    return false;
  } finally {
    held?.release();
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Others are under way in it.
  }
}
