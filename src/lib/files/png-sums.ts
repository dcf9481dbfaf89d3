// A PNG with something changed in it: each of its chunks ends with a checksum, by which programs know a damaged one, and which has to fit again.
import { crc32 } from "node:zlib";

const SIGNATURE = "\x89PNG\r\n\x1a\n";
const LAST_CHUNK = "IEND";
const MAX_LENGTH = 0x7fff_ffff;

/** What comes next, and how many bytes of it are read at once. */
const PARTS = { signature: 8, head: 8, content: 1, sum: 4, rest: 1 };

/** The same bytes, with the sums that fit the chunks. What is no PNG, and what stands behind the last chunk, stays as it is. */
export async function* withChunkSums(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  let part: keyof typeof PARTS = "signature";
  let left = 0;
  let sum = 0;
  let isLast = false;
  for await (const piece of source) {
    const bytes = Buffer.concat([held, piece]);
    let at = 0;
    while (bytes.length - at >= PARTS[part]) {
      if (part === "signature") {
        part = bytes.toString("latin1", 0, PARTS.signature) === SIGNATURE ? "head" : "rest";
        at = PARTS.signature;
      } else if (part === "head") {
        left = bytes.readUInt32BE(at);
        const type = bytes.subarray(at + 4, at + PARTS.head);
        sum = crc32(type);
        isLast = type.toString("latin1") === LAST_CHUNK;
        at += PARTS.head;
        part = left > MAX_LENGTH ? "rest" : left === 0 ? "sum" : "content";
      } else if (part === "content") {
        const content = bytes.subarray(at, at + left);
        sum = crc32(content, sum);
        at += content.length;
        left -= content.length;
        if (left === 0) part = "sum";
      } else if (part === "sum") {
        bytes.writeUInt32BE(sum >>> 0, at);
        at += PARTS.sum;
        part = isLast ? "rest" : "head";
      } else at = bytes.length;
    }
    if (at > 0) yield bytes.subarray(0, at);
    held = bytes.subarray(at);
  }
  if (held.length > 0) yield held;
}
