// Attachments of results that are kept for a time only: once it is over they are removed as if somebody had done so, and the result stays.
import { SYSTEM } from "../../domain/workspace/audit-log.ts";
import { listKeptAttachments } from "../../storage/attachments/attachments.ts";
import { findResultPlace, listAttachments, updateAttachments } from "../../storage/results/result-attachments.ts";
import { append, closeAppWrite, openAnyAppWrite } from "../app-write.ts";
import { letGoOfFile } from "../attachments/keep-file.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface PurgeAttachments {
  workspaceId: string;
  appId: string;
  resultIds: string[];
  /** Attachments from before this time are deleted. */
  before: number;
}

export const purgeResultAttachments = defineAction({
  name: "purgeResultAttachments",
  async run(unit: UnitOfWork, { workspaceId, appId, resultIds, before }: PurgeAttachments): Promise<void> {
    const write = await openAnyAppWrite(unit, { workspaceId, apps: null }, appId);
    for (const id of resultIds) {
      // It may have been taken back meanwhile.
      const place = await findResultPlace(unit.tx, id);
      if (place === undefined) continue;
      const owner = { kind: "result", id } as const;
      const gone = (await listKeptAttachments(unit.tx, owner)).filter(({ attachedAt }) => attachedAt < before);
      for (const attachment of gone) {
        const { name, kind } = attachment;
        letGoOfFile(unit, workspaceId, owner, attachment);
        const changes = { result: id, check: place.checkId, platform: place.platform, attachment: { name, kind } };
        append(write, { kind: "result_detached", by: SYSTEM.name, issueId: null, changes });
      }
      const names = new Set(gone.map(({ name }) => name));
      const left = (await listAttachments(unit.tx, { id })).filter(({ name }) => !names.has(name));
      updateAttachments(unit.tx, { id }, left);
    }
    if (write.events > 0) closeAppWrite(write);
  },
});
