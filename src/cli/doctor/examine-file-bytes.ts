// Part of the doctor: whether the bytes that are counted for the files of a workspace are those of the files that its issues and results have.
import { sumFileBytes } from "../../storage/attachments/attachments.ts";
import type { Reads } from "../../storage/database/database.ts";
import { fileBytesScope, findCount } from "../../storage/workspace/counters.ts";

const ATTEMPTS = 5;

/** Compares the count with the files. It counts again while files come and go. */
export async function examineFileBytes(db: Reads, workspaceId: string): Promise<string | undefined> {
  let stored = 0;
  let bytes = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    stored = await findCount(db, fileBytesScope(workspaceId), 0);
    bytes = await sumFileBytes(db, workspaceId);
    if (stored === bytes) return undefined;
  }
  return `bytes of files: stored ${stored}, should be ${bytes}`;
}
