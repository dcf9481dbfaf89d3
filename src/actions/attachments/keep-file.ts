// Which files count: the file itself is written before it is attached, and removed later than its attachment.
import { type Attachment, type AttachmentKind, requireRoom } from "../../domain/attachments/attachment.ts";
import { Fault } from "../../domain/fault.ts";
import { ORPHANED_FILE_MS } from "../../domain/limits.ts";
import { freeFileName } from "../../lib/files/file-name.ts";
import { thousands } from "../../lib/text/thousands.ts";
import {
  type AttachmentOwner,
  deleteAttachments,
  insertAttachment,
  type KeptAttachment,
  listAttachmentNames,
  listKeptAttachments,
  markDetached,
} from "../../storage/attachments/attachments.ts";
import {
  deleteOrphanedFile,
  findOrphanedFileLocked,
  insertOrphanedFile,
} from "../../storage/attachments/orphaned-files.ts";
import type { Tx } from "../../storage/database/database.ts";
import { addCount, addCounted, fileBytesScope } from "../../storage/workspace/counters.ts";
import { getLimits } from "../../storage/workspace/workspaces.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** An upload must be attached within this time: later it may be removed at the same moment. */
const ATTACH_WITHIN_MS = ORPHANED_FILE_MS / 2;

/** Notes a file before any of it is written, so that it isn't forgotten if the upload breaks off. */
export const noteFile = defineAction({
  name: "noteFile",
  async run({ tx, now }: UnitOfWork, { file }: { file: string }): Promise<void> {
    insertOrphanedFile(tx, { file, since: now });
  },
});

/** Forgets orphaned files, once they were removed from where files are kept. */
export const purgeFiles = defineAction({
  name: "purgeFiles",
  async run({ tx }: UnitOfWork, { files }: { files: string[] }): Promise<void> {
    for (const file of files) deleteOrphanedFile(tx, file);
  },
});

/** A file that was noted, and is whole and on the disk. */
export interface SentAttachment {
  /** The wished name; if it is taken, another one is chosen. */
  name: string;
  kind: AttachmentKind;
  type: string;
  size: number;
  hash: string;
  /** The key that the file is stored under. */
  file: string;
}

/** What files are attached to, with those that it has already. */
interface AttachmentHolder {
  workspaceId: string;
  owner: AttachmentOwner;
  attachments: readonly Attachment[];
}

/**
 * The file counts from now on, beside those that are there. Throws `too_large` when they are too many, `timeout` when it came too slowly,
 * `limit_reached` when the workspace has no room for it.
 */
export async function keepFile(
  unit: UnitOfWork,
  { workspaceId, owner, attachments }: AttachmentHolder,
  sent: SentAttachment,
  attachedAt: number,
): Promise<Attachment> {
  const { tx } = unit;
  requireRoom(owner.kind, attachments.length);
  const { kind, type, size, hash, file } = sent;
  await claimFile(unit, file);
  const name = freeFileName(sent.name, await listAttachmentNames(tx, owner));
  insertAttachment(tx, owner, { name, kind, type, size, hash, file, attachedAt });
  await takeRoom(tx, workspaceId, size);
  return { name, kind };
}

/** A file that was noted is no orphan any more, so that nobody removes it. Throws `timeout`. */
export async function claimFile({ tx, now }: UnitOfWork, file: string): Promise<void> {
  const noted = await findOrphanedFileLocked(tx, file);
  if (noted === undefined || noted.since < now - ATTACH_WITHIN_MS) {
    throw new Fault("timeout", "The file took too long to arrive: send it again.");
  }
  deleteOrphanedFile(tx, file);
}

/** The file no longer counts; its name stays taken. */
export function letGoOfFile(
  { tx, now }: UnitOfWork,
  workspaceId: string,
  owner: AttachmentOwner,
  attachment: KeptAttachment,
): void {
  giveRoomBack(tx, workspaceId, attachment.size);
  markDetached(tx, owner, attachment);
  insertOrphanedFile(tx, { file: attachment.file, since: now });
}

/** No file counts of something that is deleted itself. */
export async function letGoOfFiles(
  { tx, now }: UnitOfWork,
  workspaceId: string,
  owner: AttachmentOwner,
): Promise<void> {
  for (const { file, size } of await listKeptAttachments(tx, owner)) {
    giveRoomBack(tx, workspaceId, size);
    insertOrphanedFile(tx, { file, since: now });
  }
  deleteAttachments(tx, owner);
}

/** Throws `limit_reached`. */
async function takeRoom(tx: Tx, workspaceId: string, size: number): Promise<void> {
  const { fileLimit } = await getLimits(tx, workspaceId);
  const bytes = await addCounted(tx, fileBytesScope(workspaceId), 0, size);
  if (fileLimit === null || bytes <= fileLimit) return;
  const message = `The attached files of this workspace may have ${thousands(fileLimit)} bytes together, and with this one they would have more.`;
  throw new Fault("limit_reached", message);
}

export function giveRoomBack(tx: Tx, workspaceId: string, size: number): void {
  addCount(tx, fileBytesScope(workspaceId), 0, -size);
}
