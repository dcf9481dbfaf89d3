// The interface's files as the build left them: read once, with their compressed forms, and sent from memory.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Coding, codingFor } from "../../lib/content-coding.ts";
import { compressNow } from "../pipeline/compress-answer.ts";

export interface WebFile {
  type: string;
  /** A weak tag, which is the same for every content coding. */
  etag: string;
  /** Whether its name changes with its content. */
  isImmutable: boolean;
  bytes: Buffer;
  compressed: Partial<Record<Coding, Buffer>>;
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};
const COMPRESSED = /\.(?:br|gz)$/;
const IMMUTABLE = "/assets/";

const readBefore = new Map<string, ReadonlyMap<string, WebFile>>();

/** Files under paths such as `/assets/index-4f0c.js`; none when the interface wasn't built. Servers of one process share them. */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  if (!existsSync(join(folder, "index.html"))) return new Map();
  const files = readBefore.get(folder) ?? readFolder(folder);
  readBefore.set(folder, files);
  return files;
}

function readFolder(folder: string): ReadonlyMap<string, WebFile> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const files = paths.filter((path) => !COMPRESSED.test(path) && TYPES[extname(path)] !== undefined);
  return new Map(files.map((path) => [`/${path}`, readWebFile(folder, path)]));
}

function readWebFile(folder: string, path: string): WebFile {
  const bytes = readFileSync(join(folder, path));
  const br = readIfThere(join(folder, `${path}.br`));
  const gzip = readIfThere(join(folder, `${path}.gz`));
  return {
    type: TYPES[extname(path)]!,
    etag: etagOf(bytes),
    isImmutable: `/${path}`.startsWith(IMMUTABLE),
    bytes,
    compressed: { ...(br && { br }), ...(gzip && { gzip }) },
  };
}

/** A file that is made while the server runs. */
export async function makeWebFile(type: string, text: string): Promise<WebFile> {
  const bytes = Buffer.from(text);
  const [br, gzip] = await Promise.all([compressNow(bytes, "br"), compressNow(bytes, "gzip")]);
  return { type, etag: etagOf(bytes), isImmutable: false, bytes, compressed: { br, gzip } };
}

function etagOf(bytes: Buffer): string {
  return `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** The form that the client takes, and the coding it is in; undefined for none. */
export function formFor({ bytes, compressed }: WebFile, accepted: string | undefined): [Buffer, Coding | undefined] {
  const coding = codingFor(accepted, Object.keys(compressed) as Coding[]);
  return [coding === undefined ? bytes : compressed[coding]!, coding];
}
