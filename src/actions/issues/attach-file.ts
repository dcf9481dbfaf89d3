// Attaches a file to an issue, and removes it again. The file itself is written before, and removed later: what is done
// here only says which files count.
import type { Actor } from "../../domain/access/actor.ts";
import { Fault } from "../../domain/fault.ts";
import { type AttachmentKind, tooMany } from "../../domain/issues/attachment.ts";
import { MAX_ATTACHMENTS } from "../../domain/limits.ts";
import { DAY_MS } from "../../lib/clock.ts";
import { freeFileName } from "../../lib/files/file-name.ts";
import {
  getAttachment,
  insertAttachment,
  listAttachmentNames,
  markDetached,
} from "../../storage/issues/attachments.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { deleteOrphanedFile, findOrphanedFileLocked, insertOrphanedFile } from "../../storage/issues/orphaned-files.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { changeIssue } from "./change-issue.ts";

/** How long a file that nothing names is left alone: longer than any upload takes, and whoever reads it. */
export const KEEP_ORPHANED_MS = DAY_MS;
/** Attached later than that, it might be removed in the same moment. */
const ATTACH_WITHIN_MS = KEEP_ORPHANED_MS / 2;

/** Before anything of it is written: whatever becomes of the upload, the file will not be forgotten. */
export const noteFile = defineAction({
  name: "noteFile",
  async run({ tx, now }: UnitOfWork, { file }: { file: string }): Promise<void> {
    insertOrphanedFile(tx, { file, since: now });
  },
});

/** Files that are no more. */
export const purgeFiles = defineAction({
  name: "purgeFiles",
  async run({ tx }: UnitOfWork, { files }: { files: string[] }): Promise<void> {
    for (const file of files) deleteOrphanedFile(tx, file);
  },
});

export interface AttachFile {
  actor: Actor;
  /** The id of the issue. */
  id: string;
  /** Another one is chosen if the issue has it already. */
  name: string;
  kind: AttachmentKind;
  type: string;
  size: number;
  hash: string;
  /** The key of a file that was noted, and is whole and on the disk. */
  file: string;
}

/** Throws `not_found`, `too_large` when the issue has too many, `timeout` when the file came too slowly. */
export const attachFile = defineAction({
  name: "attachFile",
  queue: "issue",
  async run(unit: UnitOfWork, input: AttachFile): Promise<IssueText> {
    const { actor, id, kind, type, size, hash, file } = input;
    return changeIssue(unit, actor, id, async ({ issue, stamp }) => {
      if (issue.attachments.length >= MAX_ATTACHMENTS) throw tooMany();
      const noted = await findOrphanedFileLocked(unit.tx, file);
      if (noted === undefined || noted.since < unit.now - ATTACH_WITHIN_MS) {
        throw new Fault("timeout", "The file took too long to arrive: send it again.");
      }
      const name = freeFileName(input.name, await listAttachmentNames(unit.tx, issue));
      deleteOrphanedFile(unit.tx, file);
      insertAttachment(unit.tx, { issueId: id, name, kind, type, size, hash, file, attachedAt: stamp.at });
      const attachment = { name, kind };
      const after = { ...issue, attachments: [...issue.attachments, attachment] };
      return { after, kind: "issue_attached", changes: { attachment } };
    });
  },
});

export interface DetachFile {
  actor: Actor;
  id: string;
  name: string;
}

/** Throws `not_found`. */
export const detachFile = defineAction({
  name: "detachFile",
  queue: "issue",
  async run(unit: UnitOfWork, { actor, id, name }: DetachFile): Promise<IssueText> {
    return changeIssue(unit, actor, id, async ({ issue }) => {
      const attachment = await getAttachment(unit.tx, actor.reach, id, name);
      markDetached(unit.tx, attachment);
      insertOrphanedFile(unit.tx, { file: attachment.file, since: unit.now });
      const after = { ...issue, attachments: issue.attachments.filter((other) => other.name !== name) };
      return { after, kind: "issue_detached", changes: { attachment: { name, kind: attachment.kind } } };
    });
  },
});
