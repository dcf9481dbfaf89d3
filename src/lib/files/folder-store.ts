// Files in a folder of this machine, or of a disk that several share.
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FileStore, isFileKey, NoSuchFile, requireFileKey } from "./file-store.ts";
import { keepPrivate } from "./private-file.ts";

const READ_BYTES = 262_144;

/** `<folder>/ab/cdef…`; what is not whole yet stands in `<folder>/incoming`. */
export function createFolderStore(folder: string): FileStore {
  keepPrivate(folder);
  const unfinishedOf = (key: string) => join(folder, "incoming", requireFileKey(key));
  const fileOf = (key: string) => join(folder, requireFileKey(key).slice(0, 2), key.slice(2));

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
        // A finished file of that key may be somebody's: a restore puts files where they already are.
        await rm(unfinishedOf(key), { force: true }).catch(() => {});
        throw error;
      }
    },
    async open(key, start, end) {
      const handle = await open(fileOf(key), "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        throw new NoSuchFile(error.message, { cause: error });
      });
      try {
        const { size } = await handle.stat();
        if (size <= end) throw new NoSuchFile(`the file ${key} has ${size} bytes only`);
        return handle.createReadStream({ start, end, highWaterMark: READ_BYTES });
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    remove,
    async removeUnfinished(before) {
      for (const name of await namesIn(join(folder, "incoming"))) {
        const file = join(folder, "incoming", name);
        const changed = await stat(file).then(({ mtimeMs }) => mtimeMs, unlessMissing(undefined));
        if (changed !== undefined && changed < before) await rm(file, { force: true });
      }
    },
    async *list() {
      for (const start of await namesIn(folder)) {
        if (!/^[0-9a-z]{2}$/.test(start)) continue;
        for (const rest of await namesIn(join(folder, start))) {
          const key = start + rest;
          const size = isFileKey(key) ? await sizeOf(fileOf(key)) : undefined;
          if (size !== undefined) yield { key, size };
        }
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(unlessMissing([]));
}

async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(({ size }) => size, unlessMissing(undefined));
}

/** Ignores that something is missing which may be removed at any moment. */
function unlessMissing<T>(otherwise: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== "ENOENT") throw error;
    return otherwise;
  };
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
