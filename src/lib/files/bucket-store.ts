// Files in a bucket of an object storage that speaks S3. Of a file on its way in no more than one part is in memory, of one on its way
// out what its reader has not taken yet.

import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { waitAtMost } from "../async/time-limit.ts";
import { UNWATCHED, type Watch } from "../monitoring/outage.ts";
import { type Bucket, S3Client, S3Failure, type S3Limits, unless } from "../network/s3-client.ts";
import { elementOf, elementsOf } from "../network/s3-elements.ts";
import {
  beginUpload,
  PART_BYTES,
  type PartedUpload,
  partsOf,
  removeUnfinishedUploads,
  unfinishedUploads,
} from "../network/s3-upload.ts";
import { type FileStore, isFileKey, NoSuchFile, requireFileKey, type StoredFile } from "./file-store.ts";

export interface BucketStoreOptions {
  bucket: Bucket;
  /** The beginning of every file's name: empty, or with a slash at its end. */
  prefix: string;
  /** Reports whether the bucket works. */
  watch?: Watch;
  limits?: Partial<S3Limits>;
  partBytes?: number;
}

export interface BucketStore extends FileStore {
  /** Throws `S3Failure` unless the bucket is there and can be listed. */
  check(): Promise<void>;
}

/** How often in a row a download may break off without a further byte before it is given up. */
const MAX_BREAKS = 3;
const LISTED_AT_ONCE = "1000";

export function createBucketStore({
  bucket,
  prefix,
  watch = UNWATCHED,
  limits,
  partBytes = PART_BYTES,
}: BucketStoreOptions): BucketStore {
  const client = new S3Client(bucket, limits);
  const objectOf = (key: string) => prefix + requireFileKey(key);

  /** What the bucket refuses because of what was asked for is no failure of the bucket. */
  async function watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      watch.worked();
      return done;
    } catch (error) {
      if (error instanceof S3Failure) watch.failed(error);
      throw error;
    }
  }

  async function put(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const object = objectOf(key);
    let upload: PartedUpload | undefined;
    try {
      for await (const { pieces, isLast } of partsOf(source, partBytes)) {
        if (upload === undefined && isLast) {
          await watched(() => client.call({ method: "PUT", object, body: pieces }));
          return;
        }
        upload ??= await watched(() => beginUpload(client, object));
        await watched(() => upload!.add(pieces));
      }
      await watched(() => upload!.complete());
    } catch (error) {
      // Nobody waits for a bucket that is away: what is left there is removed with the file, or a day later.
      if (!(error instanceof S3Failure && error.status === null)) await upload?.abort().catch(() => {});
      throw error;
    }
  }

  async function opened(key: string, start: number, end: number): Promise<IncomingMessage> {
    const range = `bytes=${start}-${end}`;
    const answer = client.stream({ method: "GET", object: objectOf(key), headers: { range } });
    const response = await watched(() => answer.catch((error: S3Failure) => Promise.reject(missing(key, error))));
    if (isWhole(response, start, end)) return response;
    response.destroy();
    throw new NoSuchFile(`the file ${key} is shorter than ${end + 1} bytes`);
  }

  async function* bytesOf(key: string, first: IncomingMessage, start: number, end: number): AsyncGenerator<Buffer> {
    let response = first;
    let at = start;
    for (let breaks = 0; at <= end; ) {
      const pieces = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      try {
        for (;;) {
          const piece = await nextOf(pieces, client.idleMs);
          if (piece === undefined) break;
          at += piece.length;
          breaks = 0;
          yield piece;
        }
      } finally {
        response.destroy();
      }
      if (at > end) return;
      if (++breaks > MAX_BREAKS) throw new S3Failure(`the file ${key} breaks off again and again`, {});
      response = await opened(key, at, end);
    }
  }

  async function remove(key: string): Promise<void> {
    const object = objectOf(key);
    await watched(async () => {
      await client.call({ method: "DELETE", object }).catch(unless(404));
      for (const id of await unfinishedUploads(client, object)) {
        await client.call({ method: "DELETE", object, query: { uploadId: id } }).catch(unless(404));
      }
    });
  }

  async function* list(): AsyncGenerator<StoredFile> {
    let token: string | undefined;
    do {
      const query = {
        "list-type": "2",
        prefix,
        "max-keys": LISTED_AT_ONCE,
        ...(token === undefined ? {} : { "continuation-token": token }),
      };
      const { text } = await watched(() => client.call({ method: "GET", object: null, query }));
      for (const entry of elementsOf(text, "Contents")) {
        const key = elementOf(entry, "Key")!.slice(prefix.length);
        if (isFileKey(key)) yield { key, size: Number(elementOf(entry, "Size")) };
      }
      token = elementOf(text, "NextContinuationToken");
    } while (token !== undefined);
  }

  return {
    put,
    async open(key, start, end) {
      const first = await opened(key, start, end);
      const bytes = Readable.from(bytesOf(key, first, start, end), { objectMode: false });
      // One that is left before it is read has not begun, and would hold its connection.
      return bytes.once("close", () => first.destroy());
    },
    remove,
    list,
    // Other programs may use the bucket, too.
    removeUnfinished: (before) =>
      watched(() =>
        removeUnfinishedUploads(client, prefix, before, (object) => isFileKey(object.slice(prefix.length))),
      ),
    async check() {
      await client.call({ method: "GET", object: null, query: { "list-type": "2", prefix, "max-keys": "1" } });
    },
  };
}

/** The error for a missing file; a missing bucket is another one. */
function missing(key: string, failure: S3Failure): Error {
  const isMissing = (failure.status === 404 && failure.code !== "NoSuchBucket") || failure.status === 416;
  return isMissing ? new NoSuchFile(`the file ${key} is not in the bucket`, { cause: failure }) : failure;
}

function isWhole({ statusCode, headers }: IncomingMessage, start: number, end: number): boolean {
  if (statusCode === 206) return headers["content-range"]?.startsWith(`bytes ${start}-${end}/`) === true;
  return start === 0 && Number(headers["content-length"]) === end + 1;
}

/** The next piece; undefined at the end, and where it breaks off. */
async function nextOf(pieces: AsyncIterator<Buffer>, limitMs: number): Promise<Buffer | undefined> {
  const next = pieces.next().then(
    ({ done, value }) => (done === true ? undefined : value),
    () => undefined,
  );
  return waitAtMost(limitMs, next, () => undefined);
}
