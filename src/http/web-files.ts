// The interface's files as the build left them: read once, with their compressed forms, and sent from memory.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip as gzipTo } from "node:zlib";

export type Coding = "br" | "gzip" | "identity";

export interface WebFile {
  type: string;
  /** A weak one: it goes for every coding. */
  etag: string;
  /** Its name changes with its content. */
  isImmutable: boolean;
  bodies: Partial<Record<Coding, Buffer>> & { identity: Buffer };
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
const compress = promisify<Buffer, Buffer>(gzipTo);
const COMPRESSED = /\.(?:br|gz)$/;
const IMMUTABLE = "/assets/";

/** By their paths, such as `/assets/index-4f0c.js`; none when the interface was not built. */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  if (!existsSync(join(folder, "index.html"))) return new Map();
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const files = paths.filter((path) => !COMPRESSED.test(path) && TYPES[extname(path)] !== undefined);
  return new Map(files.map((path) => [`/${path}`, readWebFile(folder, path)]));
}

function readWebFile(folder: string, path: string): WebFile {
  const identity = readFileSync(join(folder, path));
  const br = readIfThere(join(folder, `${path}.br`));
  const gzip = readIfThere(join(folder, `${path}.gz`));
  return {
    type: TYPES[extname(path)]!,
    etag: etagOf(identity),
    isImmutable: `/${path}`.startsWith(IMMUTABLE),
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}

/** A file that is made while the server runs. */
export async function makeWebFile(type: string, text: string): Promise<WebFile> {
  const identity = Buffer.from(text);
  return { type, etag: etagOf(identity), isImmutable: false, bodies: { identity, gzip: await compress(identity) } };
}

function etagOf(bytes: Buffer): string {
  return `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** The smallest form that the client takes. */
export function codingFor(file: WebFile, accepted: string | undefined): Coding {
  const codings = (accepted ?? "").split(",").map((one) => one.split(";"));
  const takes = (name: string) =>
    codings.some(([coding, weight]) => coding!.trim() === name && !/^\s*q=0(?:\.0*)?\s*$/.test(weight ?? ""));
  if (file.bodies.br !== undefined && takes("br")) return "br";
  return file.bodies.gzip !== undefined && takes("gzip") ? "gzip" : "identity";
}
