// Part of the doctor: whether what is being erased goes on.
import { failedAtOf } from "../../domain/privacy/erasure.ts";
import type { Reads } from "../../storage/database/database.ts";
import { listUnfinishedErasures } from "../../storage/privacy/erasures.ts";

/** Gives what is wrong, each in a sentence. */
export async function examineErasures(db: Reads): Promise<string[]> {
  const failing = (await listUnfinishedErasures(db)).filter((erasure) => failedAtOf(erasure) !== null);
  return failing.map(({ id }) => `erasure ${id}: it failed and has not gone on since; the server's log says why`);
}
