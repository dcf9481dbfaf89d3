// Part of the doctor: whether results show the attachments that there are.
import type { App } from "../../storage/apps/apps.ts";
import { listAttachmentsOfApp } from "../../storage/attachments/attachments.ts";
import type { Reads } from "../../storage/database/database.ts";
import { listShownAttachments } from "../../storage/results/result-attachments.ts";
import { byName, unequal } from "./examine-issue.ts";

/** Gives what is wrong, each in a sentence. */
export async function examineResultFiles(db: Reads, app: App): Promise<string[]> {
  const shown = await listShownAttachments(db, app);
  const kept = await listAttachmentsOfApp(db, app, "result");
  const ids = new Set([...shown.keys(), ...kept.keys()]);
  return [...ids].flatMap((id) =>
    unequal(`result ${id}: attachments`, byName(shown.get(id) ?? []), byName(kept.get(id) ?? [])),
  );
}
