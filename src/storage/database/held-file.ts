// A file that one process holds, and no other: the system lets go of it when that process ends, however it ends and in whichever container.
import { DatabaseSync } from "@photostructure/sqlite";
import { isBusy } from "./sqlite-errors.ts";

export interface HeldFile {
  release(): void;
}

/** Null if somebody else holds it. Made if there is none; throws if its folder is gone. */
export function holdFile(file: string): HeldFile | null {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec("begin exclusive");
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
