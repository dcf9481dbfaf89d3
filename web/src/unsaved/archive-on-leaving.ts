// Checks that are archived are held back for a few seconds, so that it can be undone; whoever leaves the page meant it.
import { addressOf } from "../api/client.ts";
import { readerHeader } from "../api/reader.ts";
import { changeUnsaved, maySend, unsavedChanges } from "../api/unsaved-store.ts";

/** The page may be gone before there is an answer: the next one sends it once more, and it is done once. */
export function archiveOnLeaving(): void {
  if (!maySend()) return;
  for (const { id, app, change, notBefore } of unsavedChanges()) {
    if (change.kind !== "archive" || notBefore === 0) continue;
    // Whoever comes back and undoes it has it restored: forgetting it here would leave it archived there.
    changeUnsaved(id, { notBefore: 0, isSent: true });
    const headers = { "content-type": "application/json", "idempotency-key": id, ...readerHeader() };
    const body = JSON.stringify({ app, checks: change.checks });
    void fetch(addressOf("/checks/archive"), { method: "POST", headers, body, keepalive: true }).catch(() => {});
  }
}
