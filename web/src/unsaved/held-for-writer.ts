// What a change waits with whose writer has to decide, because somebody else did something in the same place meanwhile.
import type { Unsaved } from "../api/unsaved-change.ts";
import { confirmed, Overtaken } from "./overtaken-results.ts";
import { TextConflict } from "./send-change.ts";

/** What to note on a change that its writer must decide about; null for other failures. */
export function holdForWriter({ change }: Unsaved, error: unknown): Partial<Unsaved> | null {
  if (error instanceof TextConflict) {
    return { state: "conflict", reason: error.message, theirs: error.theirs, isSent: false };
  }
  if (error instanceof Overtaken && change.kind === "results") {
    return { state: "refused", reason: error.message, change: confirmed(change), isSent: false };
  }
  return null;
}
