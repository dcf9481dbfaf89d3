// Files in a folder: whole or not there, found by their key, gone when removed.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FileStore, newFileKey } from "../../../../src/lib/files/file-store.ts";
import { createFolderStore } from "../../../../src/lib/files/folder-store.ts";

let dir: string;
let store: FileStore;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "retest-files-"));
  store = createFolderStore(join(dir, "deep", "files"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}
async function* breaking(): AsyncGenerator<Buffer> {
  yield Buffer.from("half");
  throw new Error("the sender left");
}
const everyFile = () =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(dir, name)).isFile())
    : [];

test("what was put is read back, whole or a part of it, from a folder by the key's first two characters", async () => {
  const key = newFileKey();
  await store.put(key, pieces("hello ", "world"));
  expect((await buffer(await store.open(key, 0, 10))).toString()).toBe("hello world");
  expect((await buffer(await store.open(key, 6, 6))).toString()).toBe("w");
  const path = join("deep", "files", key.slice(0, 2), key.slice(2));
  expect(everyFile()).toEqual([path]);
  expect(readFileSync(join(dir, path), "utf8")).toBe("hello world");
  expect(statSync(join(dir, path)).mode & 0o077).toBe(0);
});

test("a source that breaks off leaves nothing", async () => {
  await expect(store.put(newFileKey(), breaking())).rejects.toThrow("the sender left");
  expect(everyFile()).toEqual([]);
});

test("what a killed process has left of a file goes once it is old, and nothing else does", async () => {
  const key = newFileKey();
  await store.put(key, pieces("whole"));
  const incoming = join(dir, "deep", "files", "incoming");
  const [old, fresh] = [join(incoming, newFileKey()), join(incoming, newFileKey())];
  for (const file of [old, fresh]) writeFileSync(file, "half");
  utimesSync(old, 1_000, 1_000);
  await store.removeUnfinished(2_000_000);
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
  expect((await buffer(await store.open(key, 0, 4))).toString()).toBe("whole");
  await createFolderStore(join(dir, "none")).removeUnfinished(2_000_000);
});

test("a source that breaks off leaves the file that was there under its key", async () => {
  const key = newFileKey();
  await store.put(key, pieces("whole"));
  await expect(store.put(key, breaking())).rejects.toThrow("the sender left");
  expect((await buffer(await store.open(key, 0, 4))).toString()).toBe("whole");
  expect(everyFile()).toHaveLength(1);
});

test("a folder that can't be made is said, and nothing is tried for ever", async () => {
  writeFileSync(join(dir, "plain"), "");
  await expect(createFolderStore(join(dir, "plain", "files")).put(newFileKey(), pieces("x"))).rejects.toThrow(
    "ENOTDIR",
  );
  await expect(createFolderStore("/proc/nowhere/files").put(newFileKey(), pieces("x"))).rejects.toThrow("ENOENT");
});

test("a file that is not there, or shorter than asked for, is said before anything is read", async () => {
  await expect(store.open(newFileKey(), 0, 0)).rejects.toThrow("ENOENT");
  const key = newFileKey();
  await store.put(key, pieces("12345"));
  truncateSync(join(dir, "deep", "files", key.slice(0, 2), key.slice(2)), 3);
  await expect(store.open(key, 0, 4)).rejects.toThrow("3 bytes");
});

test("removing takes a file away, also one that never became whole, and does nothing twice", async () => {
  const key = newFileKey();
  await store.put(key, pieces("x"));
  writeFileSync(join(dir, "deep", "files", "incoming", key), "half of the next");
  await store.remove(key);
  await store.remove(key);
  expect(everyFile()).toEqual([]);
});

test("a file that is being read can be removed, and is read to its end", async () => {
  const key = newFileKey();
  await store.put(key, pieces("x".repeat(1_000_000)));
  const stream = await store.open(key, 0, 999_999);
  await store.remove(key);
  expect((await buffer(stream)).length).toBe(1_000_000);
});

test.each(["", "..", "../../x", `${"a".repeat(31)}/`, "A".repeat(32), `${"a".repeat(32)}\n`])(
  "%j is no key, and never a path",
  async (key) => {
    await expect(store.put(key, pieces("x"))).rejects.toThrow("no key");
    await expect(store.open(key, 0, 0)).rejects.toThrow("no key");
    await expect(store.remove(key)).rejects.toThrow("no key");
    expect(everyFile()).toEqual([]);
  },
);

test("files put at once are all there", async () => {
  const keys = Array.from({ length: 30 }, newFileKey);
  await Promise.all(keys.map((key) => store.put(key, pieces(key))));
  for (const key of keys) expect((await buffer(await store.open(key, 0, 31))).toString()).toBe(key);
});
