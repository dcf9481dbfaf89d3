// The answer that carries a file: whole or a range of it, and never more than bytes to a browser. Whoever has kept it asks again
// each time, so that it can be seen no longer than its reader is signed in.
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { Fault } from "../../domain/fault.ts";
import { type Pace, watchPace } from "../../lib/async/minimum-pace.ts";
import { isNamed } from "../../lib/etag.ts";
import type { FileStore } from "../../lib/files/file-store.ts";
import type { KeptAttachment } from "../../storage/attachments/attachments.ts";
import { presentError } from "../../wire/error.ts";
import type { Reply } from "./route.ts";

/** A reader that takes nothing for that long is cut off; a player that was paused asks for the rest by itself. */
const STALLED: Pace = { everyMs: 60_000, atLeast: 1 };

export async function fileAnswer(request: IncomingMessage, store: FileStore, row: KeptAttachment): Promise<Reply> {
  const { size, hash, type, name } = row;
  const etag = `"${hash}"`;
  const kept = { etag, "cache-control": "private, no-cache" };
  if (isNamed(request.headers["if-none-match"], etag)) return { status: 304, body: null, headers: kept };
  const range = rangeOf(request, size, etag);
  if (range === "outside") {
    const body = presentError("range_not_satisfiable", `The range is outside the file, which has ${size} bytes.`);
    return { status: 416, body, headers: { "content-range": `bytes */${size}` } };
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const stream = request.method === "HEAD" ? Readable.from([]) : await opened(request, store, row.file, start, end);
  return {
    status: range === null ? 200 : 206,
    body: stream,
    headers: {
      ...kept,
      ...(range === null ? {} : { "content-range": `bytes ${start}-${end}/${size}` }),
      "content-type": type,
      "content-length": String(end - start + 1),
      "accept-ranges": "bytes",
      "content-disposition": `inline; filename*=UTF-8''${encoded(name)}`,
      "content-security-policy": "default-src 'none'; sandbox",
    },
  };
}

/** Throws `unavailable` when the file is not where it should be. */
async function opened(
  request: IncomingMessage,
  store: FileStore,
  key: string,
  start: number,
  end: number,
): Promise<Readable> {
  const stream = await store.open(key, start, end).catch((error: Error) => {
    throw new Fault("unavailable", "The file can't be read now. Try again in a moment.", error);
  });
  return withoutStalling(request, stream);
}

/** The same stream; a client that stops reading it is cut off. */
export function withoutStalling({ socket }: IncomingMessage, stream: Readable): Readable {
  const stop = watchPace(
    () => socket.bytesWritten,
    STALLED,
    () => socket.destroy(),
  );
  return stream.once("close", stop);
}

/** A single range of bytes; null for the whole file, which several ranges and what can't be understood get, too. */
function rangeOf(
  { headers, method }: IncomingMessage,
  size: number,
  etag: string,
): { start: number; end: number } | "outside" | null {
  const { range, "if-range": condition } = headers;
  if (range === undefined || method !== "GET" || (condition !== undefined && condition !== etag)) return null;
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "") return Number(to) === 0 ? "outside" : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const start = Number(from);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "outside" : { start, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}

/** A file name as RFC 8187 wants it: all but letters, digits and a few marks percent-encoded. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
