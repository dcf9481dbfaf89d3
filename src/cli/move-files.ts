// Moves attached files from one place to another, one by one, while servers run that read both. It can be interrupted at any moment, and
// goes on when it is run again.
import { createHash } from "node:crypto";
import { type FileStore, NoSuchFile } from "../lib/files/file-store.ts";
import { eachNamedFile, isNamedBy, type NamedFile } from "../storage/attachments/attachments.ts";
import type { Reads } from "../storage/database/database.ts";

export interface Moved {
  files: number;
  bytes: number;
  /** What could not be moved and is where it was, each in a sentence. */
  failed: string[];
  /** Files in the old place that nothing names: removed a short while ago, or of another database. */
  unnamed: number;
}

/**
 * `onFile` is told after each one how far it is, of how many; `requireLock` throws if nothing may be removed. Throws what keeps all of them
 * from being moved.
 */
export async function moveFiles(
  db: Reads,
  from: FileStore,
  to: FileStore,
  { onFile, requireLock }: { onFile(done: number, all: number): void; requireLock(): void },
): Promise<Moved> {
  const left = await keysIn(from);
  const all = left.size;
  const there = await keysIn(to);
  const moved: Moved = { files: 0, bytes: 0, failed: [], unnamed: 0 };
  for await (const { owner, name, ...named } of eachNamedFile(db)) {
    const { file, size } = named;
    if (!left.delete(file)) continue;
    const where = `${owner.kind} ${owner.id}: ${JSON.stringify(name)}`;
    const isThere = there.get(file) === size && (await isWhole(to, named));
    if (!isThere && !(await copy(from, to, named))) {
      // Whatever is not there any more may have been erased a moment ago.
      if (await isNamedBy(db, owner, name, file)) {
        moved.failed.push(`${where} is damaged: its bytes are not those that were attached`);
      }
      continue;
    }
    requireLock();
    // Erased meanwhile, it would come back with the copy; erased from now on, it is removed from both.
    if (await isNamedBy(db, owner, name, file)) await from.remove(file);
    else await to.remove(file);
    moved.files++;
    moved.bytes += size;
    onFile(moved.files, all);
  }
  moved.unnamed = left.size;
  return moved;
}

async function keysIn(store: FileStore): Promise<Map<string, number>> {
  const keys = new Map<string, number>();
  for await (const { key, size } of store.list()) keys.set(key, size);
  return keys;
}

/** False, and nothing is copied, if it is not what was attached. */
async function copy(from: FileStore, to: FileStore, named: NamedFile): Promise<boolean> {
  const put = () => to.put(named.file, verified(from, named));
  try {
    // What an interrupted move has left is in the way once: refused, it is removed.
    await put().catch((error: NodeJS.ErrnoException) => (error.code === "EEXIST" ? put() : Promise.reject(error)));
  } catch (error) {
    if (error instanceof Damaged) return false;
    throw error;
  }
  if (await isWhole(to, named)) return true;
  throw new Error(`The copy of the file ${named.file} is not the file: nothing was removed.`);
}

async function isWhole(store: FileStore, named: NamedFile): Promise<boolean> {
  try {
    for await (const _ of verified(store, named));
    return true;
  } catch (error) {
    if (error instanceof Damaged) return false;
    throw error;
  }
}

/** The bytes of the file. Throws `Damaged` if there are fewer than were attached, or, at their end, if they are others. */
async function* verified(store: FileStore, { file, size, hash }: NamedFile): AsyncGenerator<Buffer> {
  const hashing = createHash("sha256");
  const bytes = await store.open(file, 0, size - 1).catch((error: Error) => {
    throw error instanceof NoSuchFile ? new Damaged() : error;
  });
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    hashing.update(piece);
    yield piece;
  }
  if (hashing.digest("hex") !== hash) throw new Damaged();
}

class Damaged extends Error {}
