// Files that go up to a bucket in parts.

import { failureIn, type S3Answer, type S3Client, unless } from "./s3-client.ts";
import { elementOf, elementsOf } from "./s3-elements.ts";

/** The least that a part may have unless it is the last; some services want all others to be equal. */
export const PART_BYTES = 5 * 1_024 * 1_024;

/** A file that goes up in parts: nobody sees it before it is complete. */
export interface PartedUpload {
  add(pieces: readonly Uint8Array[]): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
}

export async function beginUpload(client: S3Client, object: string): Promise<PartedUpload> {
  const begun = await client.call({ method: "POST", object, query: { uploads: "" } });
  const uploadId = elementOf(begun.text, "UploadId");
  if (uploadId === undefined) throw failureIn(begun.text, begun.status);
  const parts: string[] = [];
  let size = 0;
  return {
    async add(body) {
      const partNumber = String(parts.length + 1);
      const { headers } = await client.call({ method: "PUT", object, query: { partNumber, uploadId }, body });
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.etag}</ETag></Part>`);
      for (const piece of body) size += piece.length;
    },
    async complete() {
      const body = [Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`)];
      const before = await standing(client, object);
      try {
        await client.call({ method: "POST", object, query: { uploadId }, body }, requireCompleted);
      } catch (error) {
        // If the answer to the first attempt was lost, the second finds nothing to complete: the file is there, and is not the earlier one.
        const now = await standing(client, object).catch(() => undefined);
        if (now === undefined || now.size !== size || now.version === before?.version) throw error;
      }
    },
    async abort() {
      await client.call({ method: "DELETE", object, query: { uploadId } });
    },
  };
}

/** Services answer 200 before they have begun, and say only then what went wrong: as they would with 500, so it may pass. */
function requireCompleted({ text }: S3Answer): void {
  const isError = elementOf(text, "Error") !== undefined;
  if (isError || elementOf(text, "CompleteMultipartUploadResult") === undefined) throw failureIn(text, 500);
}

/** The size and version of the object under a name; undefined if there is none. */
async function standing(client: S3Client, object: string): Promise<{ size: number; version: string } | undefined> {
  const answer = await client.call({ method: "HEAD", object }).catch(unless(404));
  if (answer === undefined) return undefined;
  const { "content-length": size, etag, "last-modified": changed } = answer.headers;
  return { size: Number(size), version: `${etag} ${changed}` };
}

/** Services that don't list them, or not to us, remove them by a rule of their own. */
export async function unfinishedUploads(client: S3Client, object: string): Promise<string[]> {
  const listing = client.call({ method: "GET", object: null, query: { uploads: "", prefix: object } });
  const answer = await listing.catch(unless(403, 404, 405, 501));
  return answer === undefined ? [] : elementsOf(answer.text, "UploadId");
}

interface Unfinished {
  object: string;
  uploadId: string;
  begunAt: number;
}

/** All unfinished uploads below a prefix, as far as the service lists them. */
async function* everyUnfinished(client: S3Client, prefix: string): AsyncGenerator<Unfinished> {
  let after: Record<string, string> = {};
  for (;;) {
    const asked = client.call({ method: "GET", object: null, query: { uploads: "", prefix, ...after } });
    const answer = await asked.catch(unless(403, 404, 405, 501));
    if (answer === undefined) return;
    for (const upload of elementsOf(answer.text, "Upload")) {
      const [object, uploadId] = [elementOf(upload, "Key"), elementOf(upload, "UploadId")];
      const begunAt = Date.parse(elementOf(upload, "Initiated") ?? "");
      if (object !== undefined && uploadId !== undefined) yield { object, uploadId, begunAt };
    }
    const [key, id] = [elementOf(answer.text, "NextKeyMarker"), elementOf(answer.text, "NextUploadIdMarker")];
    if (elementOf(answer.text, "IsTruncated") !== "true" || !key) return;
    after = { "key-marker": key, ...(id ? { "upload-id-marker": id } : {}) };
  }
}

/** Removes the parts of uploads that began before that moment and were never completed, of objects that are ours: whoever sent them was killed. */
export async function removeUnfinishedUploads(
  client: S3Client,
  prefix: string,
  before: number,
  isOurs: (object: string) => boolean,
): Promise<void> {
  for await (const { object, uploadId, begunAt } of everyUnfinished(client, prefix)) {
    // One that does not say when it began may go on.
    if (!(begunAt < before) || !isOurs(object)) continue;
    await client.call({ method: "DELETE", object, query: { uploadId } }).catch(unless(403, 404, 405, 501));
  }
}

/** Cut to the byte; the last one is as long as it is, and there is always one. */
export async function* partsOf(
  source: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<{ pieces: Uint8Array[]; isLast: boolean }> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const given of source) {
    let rest = given;
    // A part that is full waits until more comes: only then it is certain not to be the last.
    while (size + rest.length > partBytes) {
      const room = partBytes - size;
      if (room > 0) pieces.push(rest.subarray(0, room));
      yield { pieces, isLast: false };
      rest = rest.subarray(room);
      pieces = [];
      size = 0;
    }
    pieces.push(rest);
    size += rest.length;
  }
  yield { pieces, isLast: true };
}
