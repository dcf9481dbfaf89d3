// Takes the address of somebody who is erased out of attached files, where cameras and programs write it beside the picture: each is read
// piece by piece, and one that holds it is replaced by a copy with blanks in its place.
import { createHash, type Hash } from "node:crypto";
import { noteFile } from "../actions/attachments/keep-file.ts";
import { LONG_AGO } from "../actions/privacy/delete-app-rows.ts";
import { hastenRemoval, noteFilesSeen, replaceFile } from "../actions/privacy/erase-files.ts";
import type { ErasureNews } from "../actions/privacy/erase-step.ts";
import { Fault } from "../domain/fault.ts";
import { type AddressBytes, blankedOut, bytesOfAddress } from "../domain/privacy/address-bytes.ts";
import {
  addressLookedFor,
  type Erasure,
  type ErasureProgress,
  type ErasureSubject,
  type FilesProgress,
} from "../domain/privacy/erasure.ts";
import { type FileStore, NoSuchFile, newFileKey } from "../lib/files/file-store.ts";
import { withChunkSums } from "../lib/files/png-sums.ts";
import { listAppsAndArchived } from "../storage/apps/apps.ts";
import { eachNamedFile, type FileOfOwner, isNamedBy, listKeptAttachments } from "../storage/attachments/attachments.ts";
import { listOrphanedAfter } from "../storage/attachments/orphaned-files.ts";
import { listUnfinishedErasures } from "../storage/privacy/erasures.ts";
import type { FileKeeping } from "./remove-orphaned-files.ts";

interface Search extends FileKeeping {
  erasure: Pick<Erasure, "id" | "workspaceId">;
  address: AddressBytes;
  /** The last that is known of it. */
  news: ErasureNews;
  /** Is called before each piece; throws if nothing more is to be done. */
  onNews(news: ErasureNews): void;
}

/** How far it has come is written down each time it has read so much: as much is read again after an interruption. */
const NOTE_EVERY_BYTES = 16_000_000;
const NOTE_EVERY_FILES = 100;

/** Nothing happens if that is done already, or there is nothing to look for. */
export async function eraseFromFiles(
  keeping: FileKeeping,
  id: string,
  { news, onNews }: Pick<Search, "news" | "onNews">,
): Promise<void> {
  const erasure = (await listUnfinishedErasures(keeping.reader)).find((one) => one.id === id);
  if (erasure === undefined || erasure.subject === null) return;
  const email = addressLookedFor(JSON.parse(erasure.subject) as ErasureSubject);
  const address = email === null ? null : bytesOfAddress(email);
  if (address !== null) {
    const search: Search = { ...keeping, erasure, address, news, onNews };
    await searchAttached(search, (JSON.parse(erasure.progress) as ErasureProgress).files);
    // After those that are attached: what was removed meanwhile is among them.
    await searchOrphaned(search);
  }
  onNews(await keeping.performer.perform(noteFilesSeen, { id, files: null }));
}

async function searchAttached(search: Search, from: FilesProgress | undefined): Promise<void> {
  const { reader, performer, erasure } = search;
  const apps = new Set((await listAppsAndArchived(reader, erasure.workspaceId)).map(({ id }) => id));
  let seen = from?.seen ?? 0;
  let bytes = 0;
  for await (const found of eachNamedFile(reader, from)) {
    if (!apps.has(found.appId)) continue;
    await searchFile(search, found);
    seen += 1;
    bytes += found.size;
    if (bytes < NOTE_EVERY_BYTES && seen % NOTE_EVERY_FILES !== 0) continue;
    bytes = 0;
    const files: FilesProgress = { seen, kind: found.owner.kind, after: [found.owner.id, found.name] };
    search.news = await performer.perform(noteFilesSeen, { id: erasure.id, files });
    // Another server has come to the end.
    if (search.news.files === null) return;
  }
}

/** Until the address is not in it any more. If the attachment has changed meanwhile, nobody knows which of its neighbours it is now. */
async function searchFile(search: Search, found: FileOfOwner): Promise<void> {
  if (await isFreed(search, found)) return;
  const { owner, appId } = found;
  for (const { name, file, size, hash } of await listKeptAttachments(search.reader, owner)) {
    await searchFile(search, { name, file, size, hash, owner, appId });
  }
}

/** False if the attachment has changed meanwhile. */
async function isFreed(search: Search, found: FileOfOwner): Promise<boolean> {
  const { owner, name, file, size } = found;
  const pieces = () => piecesOf(search, file, size, `attached to ${owner.kind} ${owner.id}`);
  try {
    return !(await isAddressIn(search, pieces())) || (await replace(search, found, pieces()));
  } catch (error) {
    if (error instanceof Fault && error.code === "not_found") return true;
    // In a file that is missing there is nothing; the doctor tells of it.
    if (error instanceof NoSuchFile) return isNamedBy(search.reader, owner, name, file);
    throw error;
  }
}

async function isAddressIn({ address }: Search, pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  let isFound = false;
  const onFound = () => {
    isFound = true;
  };
  for await (const _ of blankedOut(pieces, address, onFound)) if (isFound) return true;
  return isFound;
}

/** The copy is whole and where files are kept before anything names it. False, and it names the same as before, if it has changed meanwhile. */
async function replace(search: Search, found: FileOfOwner, pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  const { performer, files, address, erasure } = search;
  const file = newFileKey();
  await performer.perform(noteFile, { file });
  const sum = createHash("sha256");
  await files.put(file, summed(withChunkSums(blankedOut(pieces, address)), sum));
  const copy = { file, hash: sum.digest("hex") };
  const { id, workspaceId } = erasure;
  const isReplaced = await performer.perform(replaceFile, { id, workspaceId, found, copy });
  // The copy is not needed; the retention job drops the note that was made of it.
  if (!isReplaced) await files.remove(file).catch(() => {});
  return isReplaced;
}

async function* summed(pieces: AsyncIterable<Buffer>, sum: Hash): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    sum.update(piece);
    yield piece;
  }
}

/** Files that were removed, and wait for a day to be deleted: those with the address wait no longer. */
async function searchOrphaned(search: Search): Promise<void> {
  const { reader, performer, files } = search;
  const orphaned = new Set(await listOrphanedAfter(reader, LONG_AGO));
  if (orphaned.size === 0) return;
  for await (const { key, size } of sizesOf(files, orphaned)) {
    const holdsIt = await isAddressIn(search, piecesOf(search, key, size, "to be deleted")).catch((error) => {
      if (error instanceof UnreadableFile) return true;
      if (error instanceof NoSuchFile) return false;
      throw error;
    });
    if (holdsIt) await performer.perform(hastenRemoval, { files: [key] });
  }
}

/** The files that are whole: what is on its way in is not listed. */
async function* sizesOf(files: FileStore, keys: ReadonlySet<string>) {
  for await (const file of files.list()) if (keys.has(file.key) && file.size > 0) yield file;
}

class UnreadableFile extends Error {}

async function* piecesOf(
  { files, news, onNews }: Search,
  key: string,
  size: number,
  where: string,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of await files.open(key, 0, size - 1)) {
      onNews(news);
      yield piece as Uint8Array;
    }
  } catch (error) {
    // Only errors of the system are explained here: a bucket says by itself what is wrong with it.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const why = `A file ${where} can't be read, and may hold the address: ${(error as Error).message}.`;
    throw new UnreadableFile(`${why} The erasure goes on once it can, or once it is removed there.`, { cause: error });
  }
}
