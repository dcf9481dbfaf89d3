// Answers that leave compressed. Only where it pays: small ones fit into a packet as they are, and attached files are compressed
// already. And only where it gives nothing away: whoever sees how long encrypted answers are, and can put text of their choice
// beside a secret, guesses the secret letter by letter, because what repeats becomes shorter (the attack BREACH). So a route says
// that its answers may be compressed, and no route does that shows a secret: keys, invitations, webhooks, connections, badges,
// sessions, and what others have delivered. What is left are texts of the same people that they are shown to.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Member } from "../../lib/async/fair-queue.ts";
import { createSemaphore } from "../../lib/async/semaphore.ts";
import type { Coding } from "../../lib/content-coding.ts";

/** Less than this is little more than one packet. */
export const WORTHWHILE_BYTES = 2_048;
/** Beyond this a text becomes a tenth shorter in five times the time. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Compression uses the process's pool of four threads; two are left to files and passwords. */
const compressionSlots = createSemaphore({ total: 2, perKind: 1 });
const gzipped = promisify<Buffer, object, Buffer>(gzip);
const brotlied = promisify<Buffer, object, Buffer>(brotliCompress);

/** An answer that is kept keeps its compressed forms with it, or that they are being made. */
export type Compressed = Partial<Record<Coding, Buffer | Promise<Buffer>>>;

export function isWorthwhile(body: unknown): body is string | Buffer {
  return (typeof body === "string" || Buffer.isBuffer(body)) && body.length >= WORTHWHILE_BYTES;
}

/** `who` asks for it, and has one compressed at a time. */
export async function compress(who: Member, body: string | Buffer, coding: Coding): Promise<Buffer> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const release = await compressionSlots.enter(who);
  try {
    return await compressNow(bytes, coding);
  } finally {
    release();
  }
}

/** Compresses at once, without waiting for a free slot. */
export function compressNow(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === "gzip") return gzipped(bytes, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotlied(bytes, { params });
}
