// Files in a bucket: whole or not there, found by their key, gone when removed; and a bucket that fails, for a moment or for longer.
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BucketStore, createBucketStore } from "../../../../src/lib/files/bucket-store.ts";
import { NoSuchFile, newFileKey } from "../../../../src/lib/files/file-store.ts";
import { S3Failure } from "../../../../src/lib/network/s3-client.ts";
import { type ObjectStorage, openObjectStorage } from "../../../support/fake-tools/object-storage.ts";

/** Parts of a hundred bytes: s3rver minds no more than that they come in order. */
const PART = 100;
let storage: ObjectStorage;
let store: BucketStore;
let outages: string[] = [];
beforeAll(async () => {
  storage = await openObjectStorage("retest/");
  const { prefix, ...bucket } = storage.bucket;
  const watch = { failed: (error: unknown) => outages.push((error as Error).message), worked: () => {} };
  store = createBucketStore({ bucket, prefix, watch, limits: { againWithinMs: 60_000, pauseMs: 1 }, partBytes: PART });
});
beforeEach(() => {
  outages = [];
  storage.asked.length = 0;
});
afterEach(async () => {
  storage.trouble = null;
  for await (const { key } of store.list()) await store.remove(key);
});
afterAll(() => storage.close());

async function* pieces(...given: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of given) yield Buffer.from(piece);
}
async function* breaking(bytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(bytes, "x");
  throw new Error("the sender left");
}
const read = async (key: string, start: number, end: number) => buffer(await store.open(key, start, end));
const listed = async () => {
  const found: { key: string; size: number }[] = [];
  for await (const file of store.list()) found.push(file);
  return found;
};
const asked = (start: string) => storage.asked.filter((one) => one.startsWith(start)).length;

describe("a bucket that works", () => {
  test("gives back what was put, whole or a part of it, from below the prefix", async () => {
    const key = newFileKey();
    await store.put(key, pieces("hello ", "world"));
    expect(String(await read(key, 0, 10))).toBe("hello world");
    expect(String(await read(key, 6, 6))).toBe("w");
    expect(storage.objects()).toEqual([`retest/${key}`]);
    expect(await listed()).toEqual([{ key, size: 11 }]);
    expect(asked("POST")).toBe(0);
  });

  test.each([
    [PART - 1, 0],
    [PART, 0],
    [PART + 1, 2],
    [3 * PART, 3],
    [3 * PART + 50, 4],
  ])("takes %i bytes in %i parts, however they come", async (size, parts) => {
    const bytes = randomBytes(size);
    const ways = [[bytes], [bytes.subarray(0, 70), bytes.subarray(70)], [...bytes].map((byte) => Uint8Array.of(byte))];
    for (const way of ways) {
      const key = newFileKey();
      storage.asked.length = 0;
      await store.put(key, pieces(...way));
      expect((await read(key, 0, size - 1)).equals(bytes)).toBe(true);
      expect(storage.asked.filter((one) => one.includes("partNumber"))).toHaveLength(parts);
    }
  });

  test("keeps nothing of a source that breaks off", async () => {
    for (const bytes of [10, 10 * PART]) {
      await expect(store.put(newFileKey(), breaking(bytes))).rejects.toThrow("the sender left");
    }
    expect(storage.objects()).toEqual([]);
    expect(outages).toEqual([]);
  });

  test("says that a file is not there, or shorter than asked for, before anything is read", async () => {
    await expect(store.open(newFileKey(), 0, 0)).rejects.toThrow(NoSuchFile);
    const key = newFileKey();
    await store.put(key, pieces("123"));
    await expect(store.open(key, 0, 4)).rejects.toThrow(NoSuchFile);
    await expect(store.open(key, 3, 4)).rejects.toThrow(NoSuchFile);
    expect(outages).toEqual([]);
  });

  test("removes a file, and does nothing twice", async () => {
    const key = newFileKey();
    await store.put(key, pieces("x"));
    await store.remove(key);
    await store.remove(key);
    expect(storage.objects()).toEqual([]);
  });

  test.each(["", "..", "../../x", "A".repeat(32), `${"a".repeat(32)}\n`])("knows that %j is no key", async (key) => {
    await expect(store.put(key, pieces("x"))).rejects.toThrow("no key");
    await expect(store.open(key, 0, 0)).rejects.toThrow("no key");
    await expect(store.remove(key)).rejects.toThrow("no key");
    expect(storage.asked).toEqual([]);
  });

  test("keeps a connection for the next request, also after a file was read", async () => {
    const key = newFileKey();
    await store.put(key, pieces("x".repeat(PART)));
    for (let n = 0; n < 5; n++) await read(key, 0, PART - 1);
    await store.check();
  });
});

describe("a bucket that fails", () => {
  const passing = [{ status: 503 }, { status: 500 }, { status: 429 }, "reset", "lost"] as const;

  test.each(passing)("for a moment (%j) is asked again, and nobody notices", async (trouble) => {
    const key = newFileKey();
    const bytes = randomBytes(3 * PART + 7);
    for (const step of [/^POST .*uploads/, /partNumber=1/, /partNumber=3/, /^POST .*uploadId/])
      storage.troubleOnce(trouble, step);
    await store.put(key, pieces(bytes));
    storage.troubleOnce(trouble, /^GET/);
    expect((await read(key, 0, bytes.length - 1)).equals(bytes)).toBe(true);
    const small = newFileKey();
    storage.troubleOnce(trouble, /^PUT/);
    await store.put(small, pieces("small"));
    storage.troubleOnce(trouble, /^GET/);
    expect((await listed()).length).toBe(2);
    storage.troubleOnce(trouble, /^DELETE/);
    await store.remove(small);
    expect(await listed()).toEqual([{ key, size: bytes.length }]);
    expect(outages).toEqual([]);
  });

  test("for longer is said after three attempts, and nothing is named that is not there", async () => {
    storage.trouble = () => ({ status: 503 });
    const key = newFileKey();
    await expect(store.put(key, pieces("x"))).rejects.toThrow('the bucket answered 503 SlowDown A "test" says so');
    await expect(store.open(key, 0, 0)).rejects.toThrow(S3Failure);
    await expect(store.remove(key)).rejects.toThrow(S3Failure);
    expect([asked("PUT"), asked("GET"), asked("DELETE")]).toEqual([3, 3, 3]);
    expect(outages).toHaveLength(3);
    storage.trouble = null;
    expect(await listed()).toEqual([]);
  });

  test("and never answers is given up, and not asked again if somebody has waited for long", async () => {
    const { prefix, ...bucket } = storage.bucket;
    const impatient = createBucketStore({ bucket, prefix, limits: { idleMs: 50, againWithinMs: 0 } });
    storage.trouble = () => "hang";
    await expect(impatient.put(newFileKey(), pieces("x"))).rejects.toThrow("the bucket does not answer in time");
    await expect(impatient.open(newFileKey(), 0, 0)).rejects.toThrow("the bucket does not answer in time");
    expect(storage.asked).toHaveLength(2);
  });

  test("and is not there is told with the system's word for it", async () => {
    await storage.goAway();
    try {
      await expect(store.put(newFileKey(), pieces("x"))).rejects.toThrow("the bucket can't be reached (ECONNREFUSED)");
    } finally {
      await storage.comeBack();
    }
  });

  test("in the middle of a file goes on where it broke off", async () => {
    const key = newFileKey();
    const bytes = randomBytes(400_000);
    const { prefix, ...bucket } = storage.bucket;
    const whole = createBucketStore({ bucket, prefix });
    await whole.put(key, pieces(bytes));
    storage.asked.length = 0;
    for (const cutAfter of [1, 70_000, 150_000]) storage.troubleOnce({ cutAfter }, /^GET/);
    expect((await buffer(await store.open(key, 10, 399_999))).equals(bytes.subarray(10))).toBe(true);
    expect(asked("GET")).toBe(4);
  });

  test("in the middle of a file again and again ends the reading with an error, and no shorter file", async () => {
    const key = newFileKey();
    const bytes = randomBytes(1_000);
    await store.put(key, pieces(bytes));
    storage.asked.length = 0;
    storage.trouble = (request) => (request.startsWith("GET") ? { cutAfter: 0 } : undefined);
    await expect(read(key, 0, 999)).rejects.toThrow("breaks off again and again");
    expect(asked("GET")).toBe(4);
  });

  test("because of what is asked of it is not asked again", async () => {
    storage.trouble = () => ({ status: 403, code: "AccessDenied" });
    await expect(store.put(newFileKey(), pieces("x"))).rejects.toThrow("403 AccessDenied");
    expect(storage.asked).toHaveLength(1);
    expect(outages).toHaveLength(1);
  });

  const LAST = /^POST .*uploadId/;
  const inside = [
    { status: 200, code: "InternalError" },
    {
      status: 200,
      body: "<Error><Code>InternalError</Code><Message>no CompleteMultipartUploadResult</Message></Error>",
    },
    { status: 200, body: "" },
  ] as const;

  test.each(inside)("inside an answer of 200 to the last request of an upload (%j) is asked again", async (trouble) => {
    const [key, bytes] = [newFileKey(), randomBytes(2 * PART)];
    storage.troubleOnce(trouble, LAST);
    await store.put(key, pieces(bytes));
    expect((await read(key, 0, bytes.length - 1)).equals(bytes)).toBe(true);
  });

  test.each(inside)(
    "inside every such answer (%j) is believed, whether or not a file of that size was there",
    async (trouble) => {
      const [key, old] = [newFileKey(), randomBytes(2 * PART)];
      storage.trouble = (request) => (LAST.test(request) ? trouble : undefined);
      await expect(store.put(newFileKey(), pieces(old))).rejects.toThrow(S3Failure);
      expect(storage.objects()).toEqual([]);
      storage.trouble = null;
      await store.put(key, pieces(old));
      storage.trouble = (request) => (LAST.test(request) ? trouble : undefined);
      await expect(store.put(key, pieces(randomBytes(2 * PART)))).rejects.toThrow(S3Failure);
      expect((await read(key, 0, old.length - 1)).equals(old)).toBe(true);
    },
  );

  test("in the middle of an upload that it can be told of leaves no part of it", async () => {
    storage.trouble = (request) => (request.includes("partNumber=2") ? { status: 503 } : undefined);
    await expect(store.put(newFileKey(), pieces(randomBytes(3 * PART)))).rejects.toThrow("503");
    expect(storage.asked.filter((one) => /^DELETE .*uploadId/.test(one))).toHaveLength(1);
    expect(storage.objects()).toEqual([]);
  });

  test("that has parts of uploads of long ago is rid of them, page by page, and of no others, such as another program's", async () => {
    const upload = (id: string, at: string, key = newFileKey()) =>
      `<Upload><Key>retest/${key}</Key><UploadId>${id}</UploadId><Initiator><ID>x</ID></Initiator><Initiated>${at}</Initiated></Upload>`;
    const listing = (uploads: string, next = "") =>
      `<ListMultipartUploadsResult><KeyMarker/>${next}${uploads}</ListMultipartUploadsResult>`;
    const more =
      "<NextKeyMarker>retest/m</NextKeyMarker><NextUploadIdMarker>old-1</NextUploadIdMarker><IsTruncated>true</IsTruncated>";
    storage.trouble = (request) => {
      if (request.startsWith("DELETE")) return { status: 204, body: "" };
      if (!request.includes("uploads")) return undefined;
      const body = request.includes("key-marker=retest%2Fm")
        ? listing(upload("old-2", "2026-01-01T00:00:00.000Z"))
        : listing(
            upload("old-1", "2026-01-01T00:00:00Z") +
              upload("theirs", "2026-01-01T00:00:00Z", "backups/2026-01-01.tar") +
              upload("new", "2026-01-03T00:00:00Z") +
              upload("odd", ""),
            more,
          );
      return { status: 200, body };
    };
    await store.removeUnfinished(Date.parse("2026-01-02T00:00:00Z"));
    const removed = storage.asked
      .filter((one) => one.startsWith("DELETE"))
      .map((one) => /uploadId=(.*)$/.exec(one)![1]);
    expect(removed).toEqual(["old-1", "old-2"]);
    for (const status of [403, 501]) {
      storage.trouble = () => ({ status, code: "NotImplemented" });
      await store.removeUnfinished(Date.now());
    }
    expect(outages).toEqual([]);
  });

  test("a reader who leaves closes the connection to it", async () => {
    const key = newFileKey();
    const { prefix, ...bucket } = storage.bucket;
    await createBucketStore({ bucket, prefix }).put(key, pieces(randomBytes(2_000_000)));
    storage.asked.length = 0;
    const stream = await store.open(key, 0, 1_999_999);
    for await (const _ of stream) break;
    expect(stream.destroyed).toBe(true);
    expect(asked("GET")).toBe(1);
  });
});
