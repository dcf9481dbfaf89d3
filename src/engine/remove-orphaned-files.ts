// Removes the files that no row names any more.
import { purgeFiles } from "../actions/attachments/keep-file.ts";
import type { FileStore } from "../lib/files/file-store.ts";
import { S3Failure } from "../lib/network/s3-client.ts";
import { listOrphanedFiles } from "../storage/attachments/orphaned-files.ts";
import type { Reader } from "../storage/database/database.ts";
import type { Performer } from "./performer.ts";

const FILES_AT_ONCE = 200;

export interface FileKeeping {
  reader: Reader;
  performer: Performer;
  files: FileStore;
}

/** Removes files that were orphaned by `since`. The file goes before its note, so that a failure is tried again. */
export async function removeOrphanedFiles(
  { reader, performer, files }: FileKeeping,
  since: number,
  onError: (error: Error) => void = (error) => {
    throw error;
  },
): Promise<void> {
  for (;;) {
    const orphaned = await listOrphanedFiles(reader, since, FILES_AT_ONCE);
    const gone: string[] = [];
    for (const file of orphaned) {
      const failure = await files.remove(file).then(
        () => void gone.push(file),
        (error: Error) => {
          onError(error);
          return error;
        },
      );
      // A bucket that is away is away for all of them.
      if (failure instanceof S3Failure && failure.isPassing) break;
    }
    if (gone.length > 0) await performer.perform(purgeFiles, { files: gone });
    if (orphaned.length < FILES_AT_ONCE || gone.length === 0) return;
  }
}
