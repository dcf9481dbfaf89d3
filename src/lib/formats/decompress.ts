// Unpacks a body that a stranger has compressed: what it unpacks to is bounded, and it is done beside the event loop.
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

const CODINGS = new Map([
  ["gzip", promisify<Buffer, object, Buffer>(gunzip)],
  ["x-gzip", promisify<Buffer, object, Buffer>(gunzip)],
  ["deflate", promisify<Buffer, object, Buffer>(inflate)],
  ["br", promisify<Buffer, object, Buffer>(brotliDecompress)],
]);
const CHUNK_BYTES = 65_536;

/** Why a body is not unpacked: in a coding that is not known, to more than may be, or not what it says. */
export type NotUnpacked = "unknown" | "too_large" | "broken";

/** Decompresses bytes; without a named coding they stay as they are. */
export async function decompress(
  bytes: Buffer,
  encoding: string | undefined,
  mostBytes: number,
): Promise<Buffer | NotUnpacked> {
  const coding = encoding?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity") return bytes.length > mostBytes ? "too_large" : bytes;
  const unpack = CODINGS.get(coding);
  if (unpack === undefined) return "unknown";
  try {
    return await unpack(bytes, { maxOutputLength: mostBytes, chunkSize: CHUNK_BYTES });
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "broken";
  }
}
