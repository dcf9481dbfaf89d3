// Reads a zip archive that a stranger has sent: what it unpacks to is bounded, and nothing is written anywhere.
import { inflateRawSync } from "node:zlib";

/** Why an archive isn't read. */
export class WrongArchive extends Error {}

export interface ZipArchive {
  /** The names of the archive's files, in order. */
  names: string[];
  /** Undefined for a name that it does not have. Throws a `WrongArchive`. */
  read(name: string): Buffer | undefined;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
/** The end may be followed by a comment of this length. */
const MOST_COMMENT = 65_535;
const MAX_ENTRIES = 5_000;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  at: number;
  method: number;
  packed: number;
  isEncrypted: boolean;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** `mostBytes` is what all that is read of it may unpack to. Throws a `WrongArchive`. */
export function openZip(bytes: Buffer, mostBytes: number): ZipArchive {
  const entries = entriesOf(bytes);
  let left = mostBytes;
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const content = contentOf(bytes, entry, left, mostBytes);
      left -= content.length;
      return content;
    },
  };
}

function entriesOf(bytes: Buffer): Map<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new WrongArchive(`The archive has more than ${MAX_ENTRIES} files.`);
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw broken();
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameBytes);
    if (!name.endsWith("/")) {
      entries.set(name, {
        at: bytes.readUInt32LE(at + 42),
        method: bytes.readUInt16LE(at + 10),
        packed: bytes.readUInt32LE(at + 20),
        isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      });
    }
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Where the list of files ends. */
function endOf(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - MOST_COMMENT); at--) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw broken();
}

function contentOf(bytes: Buffer, { at, method, packed, isEncrypted }: Entry, left: number, mostBytes: number): Buffer {
  if (isEncrypted) throw new WrongArchive("The file is protected by a password: save it without one.");
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw broken();
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (start + packed > bytes.length) throw broken();
  const content = bytes.subarray(start, start + packed);
  if (method !== STORED && method !== DEFLATED) throw broken();
  if (method === STORED && packed > left) throw tooMuch(mostBytes);
  return method === STORED ? content : inflated(content, left, mostBytes);
}

function inflated(content: Buffer, left: number, mostBytes: number): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, left) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? tooMuch(mostBytes) : broken();
  }
}

function broken(): WrongArchive {
  return new WrongArchive("The archive is broken: make it again.");
}

function tooMuch(mostBytes: number): WrongArchive {
  return new WrongArchive(`The file unpacks to more than ${mostBytes} bytes: split it.`);
}
