// What becomes of two versions of a text: the one that its writer chose is written over the other's.
import type { Unsaved } from "../api/unsaved-change.ts";
import { changeUnsaved } from "../api/unsaved-store.ts";
import { letGo, sendSoon } from "./sender.ts";

export function resolveConflict({ id, change, theirs }: Unsaved, text: string): void {
  if (change.kind !== "text" || theirs === null) return;
  if (text === theirs) {
    letGo(id);
    return;
  }
  // Whoever changes it once more meanwhile is asked about again.
  const resolved = { ...change, base: theirs, text };
  changeUnsaved(id, { change: resolved, state: "waiting", reason: null, theirs: null });
  sendSoon();
}
