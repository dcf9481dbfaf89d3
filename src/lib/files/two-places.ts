// Files in two places, while they move from one to the other: each file is in either, for a moment in both, and can be read all the time.
import type { Readable } from "node:stream";
import { type FileStore, NoSuchFile } from "./file-store.ts";

/** Two stores as one; new files go to the first. */
export function createTwoPlaces(first: FileStore, second: FileStore): FileStore {
  return {
    put: (key, source) => first.put(key, source),
    async open(key, start, end) {
      // Between the first two it may have moved from the second to the first.
      let failure: Error | undefined;
      for (const place of [first, second, first]) {
        const found: Readable | Error = await place.open(key, start, end).catch((error: Error) => error);
        if (!(found instanceof Error)) return found;
        // That a place can't tell counts for more than that another has no such file.
        if (failure === undefined || failure instanceof NoSuchFile) failure = found;
        if (!(failure instanceof NoSuchFile) && place === second) break;
      }
      throw failure;
    },
    async remove(key) {
      await first.remove(key);
      await second.remove(key);
    },
    async removeUnfinished(before) {
      await first.removeUnfinished(before);
      await second.removeUnfinished(before);
    },
    async *list() {
      const listed = new Set<string>();
      for (const place of [second, first]) {
        for await (const file of place.list()) {
          if (!listed.has(file.key)) yield file;
          listed.add(file.key);
        }
      }
    },
  };
}
