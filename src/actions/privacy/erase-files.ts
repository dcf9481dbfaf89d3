// What an erasure writes down about attached files: an attachment gets a copy of its file that has no address in it, and how far that has
// come. The files themselves are read and written by the engine, outside of any transaction.
import type { ErasureProgress, FilesProgress } from "../../domain/privacy/erasure.ts";
import { lockAnyApp } from "../../storage/apps/apps.ts";
import { changeFile, type FileOfOwner, isNamedBy, type NamedFile } from "../../storage/attachments/attachments.ts";
import { changeOrphanedSince, insertOrphanedFile } from "../../storage/attachments/orphaned-files.ts";
import { lockErasure, saveErasure } from "../../storage/privacy/erasures.ts";
import { claimFile } from "../attachments/keep-file.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { LONG_AGO } from "./delete-app-rows.ts";
import { type ErasureNews, newsOf } from "./erase-step.ts";

export interface ReplaceFile {
  /** The id of the erasure. */
  id: string;
  workspaceId: string;
  /** The file that holds the address, and what names it. */
  found: FileOfOwner;
  /** A file of the same size that was noted, and is whole and where files are kept. */
  copy: Pick<NamedFile, "file" | "hash">;
}

/**
 * The copy counts from now on, and the file is removed at the next opportunity. False, and nothing happens, if the file was replaced, renamed or
 * removed meanwhile. Throws `not_found` if its app was erased.
 */
export const replaceFile = defineAction({
  name: "replaceFile",
  async run(unit: UnitOfWork, { id, workspaceId, found, copy }: ReplaceFile): Promise<boolean> {
    const { tx } = unit;
    const erasure = await lockErasure(tx, id);
    // Whoever attaches or removes a file holds the app.
    await lockAnyApp(tx, { workspaceId, apps: null }, found.appId);
    const { owner, name, file } = found;
    if (!(await isNamedBy(tx, owner, name, file))) return false;
    await claimFile(unit, copy.file);
    changeFile(tx, owner, name, copy);
    insertOrphanedFile(tx, { file, since: LONG_AGO });
    if (erasure?.state === "cleaning") saveErasure(tx, { ...erasure, changed: erasure.changed + 1 });
    return true;
  },
});

/** These orphaned files are removed at the next opportunity, and not a day after they have become orphans. */
export const hastenRemoval = defineAction({
  name: "hastenRemoval",
  async run({ tx }: UnitOfWork, { files }: { files: string[] }): Promise<void> {
    for (const file of files) changeOrphanedSince(tx, { file, since: LONG_AGO });
  },
});

/** How far it has come with attached files; null once all were looked through, and nothing is left to look for. */
export const noteFilesSeen = defineAction({
  name: "noteFilesSeen",
  async run({ tx }: UnitOfWork, { id, files }: { id: string; files: FilesProgress | null }): Promise<ErasureNews> {
    const erasure = await lockErasure(tx, id);
    // Another server may have come to the end.
    if (erasure?.state !== "cleaning" || erasure.subject === null) return newsOf(erasure?.state ?? "done", erasure);
    const { files: before, ...progress } = JSON.parse(erasure.progress) as ErasureProgress;
    const now: ErasureProgress = { ...progress, failedAt: undefined, files: files ?? before };
    const next = { ...erasure, subject: files === null ? null : erasure.subject, progress: JSON.stringify(now) };
    saveErasure(tx, next);
    return newsOf(next.state, next);
  },
});
