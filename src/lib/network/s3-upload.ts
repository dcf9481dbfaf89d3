// Files that go up to a bucket in parts.

import { failureIn, type S3Client, unless } from "./s3-client.ts";
import { elementOf, elementsOf } from "./s3-elements.ts";

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
      try {
        const { text, status } = await client.call({ method: "POST", object, query: { uploadId }, body });
        // Services answer 200 before they have begun, and say only then what went wrong.
        if (!text.includes("CompleteMultipartUploadResult")) throw failureIn(text, status);
      } catch (error) {
        // If the answer to the first attempt was lost, the second finds nothing to complete: the file is there.
        if ((await sizeOf(client, object).catch(() => undefined)) !== size) throw error;
      }
    },
    async abort() {
      await client.call({ method: "DELETE", object, query: { uploadId } });
    },
  };
}

async function sizeOf(client: S3Client, object: string): Promise<number | undefined> {
  const answer = await client.call({ method: "HEAD", object }).catch(unless(404));
  return answer === undefined ? undefined : Number(answer.headers["content-length"]);
}

/** Services that don't list them, or not to us, remove them by a rule of their own. */
export async function unfinishedUploads(client: S3Client, object: string): Promise<string[]> {
  const listing = client.call({ method: "GET", object: null, query: { uploads: "", prefix: object } });
  const answer = await listing.catch(unless(403, 404, 405, 501));
  return answer === undefined ? [] : elementsOf(answer.text, "UploadId");
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
