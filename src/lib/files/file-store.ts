// Files by an opaque key: what a store of them must do, and one that keeps them in a folder.
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { randomText } from "../ids.ts";
import { keepPrivate } from "./private-file.ts";

/** No more than a bucket in the network can do, too. */
export interface FileStore {
  /** Keeps what `source` gives, whole or not at all. Once it resolves, the file is there whatever happens next. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes from `start` to `end`, both included. Rejects, before anything is read, if they are not all there. */
  open(key: string, start: number, end: number): Promise<Readable>;
  /** Also what an interrupted `put` has left. Nothing happens if there is nothing. */
  remove(key: string): Promise<void>;
}

const KEY_LENGTH = 32;
const READ_BYTES = 262_144;

/** 160 random bits: nobody finds a file by guessing, and no two have the same. */
export function newFileKey(): string {
  return randomText(KEY_LENGTH);
}

/** `<folder>/ab/cdef…`; what is not whole yet stands in `<folder>/incoming`. */
export function createFolderStore(folder: string): FileStore {
  keepPrivate(folder);
  const unfinishedOf = (key: string) => join(folder, "incoming", requireKey(key));
  const fileOf = (key: string) => join(folder, requireKey(key).slice(0, 2), key.slice(2));

  async function remove(key: string): Promise<void> {
    await rm(unfinishedOf(key), { force: true });
    await rm(fileOf(key), { force: true });
  }

  return {
    async put(key, source) {
      const file = fileOf(key);
      try {
        await write(unfinishedOf(key), source);
        await makeFolder(dirname(file));
        await rename(unfinishedOf(key), file);
        // The names too must be on the disk, of the file and of the folder that may be new.
        await syncFolder(dirname(file));
        await syncFolder(folder);
      } catch (error) {
        await remove(key).catch(() => {});
        throw error;
      }
    },
    async open(key, start, end) {
      const handle = await open(fileOf(key), "r");
      try {
        const { size } = await handle.stat();
        if (size <= end) throw new Error(`the file ${key} has ${size} bytes only`);
        return handle.createReadStream({ start, end, highWaterMark: READ_BYTES });
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    remove,
  };
}

/** A key becomes a path: nothing else may. */
function requireKey(key: string): string {
  if (!/^[0-9a-z]{32}$/.test(key)) throw new Error("this is no key of a file");
  return key;
}

async function write(file: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  await makeFolder(dirname(file));
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const chunk of source) await writeWhole(handle, chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A disk that is almost full takes a part, and refuses the rest. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let from = 0; from < chunk.length; ) {
    from += (await handle.write(chunk, from, chunk.length - from)).bytesWritten;
  }
}

/** Level by level: made in one go, a folder inside a read-only system folder would be tried for ever. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing: its file system keeps the order by itself.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
