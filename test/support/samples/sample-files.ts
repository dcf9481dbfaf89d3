// Files to attach: the smallest that are recognised, and larger ones that begin like them.
import { crc32 } from "node:zlib";
import { SESSION } from "../conformance/session-cookie.ts";
import type { Answer, World } from "../server/test-server.ts";

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** Where its first chunk ends, which says how large it is: what programs write about a picture stands behind it. */
const PNG_HEAD = 33;

/** The same pixel, with texts about the picture, each as `Author\0somebody`. */
export function pngWith(...texts: (string | Buffer)[]): Buffer {
  return Buffer.concat([
    PNG.subarray(0, PNG_HEAD),
    ...texts.map((text) => chunkOf("tEXt", text)),
    PNG.subarray(PNG_HEAD),
  ]);
}

export function chunkOf(type: string, content: string | Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(content)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - type.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");
export const GIF = Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;", "latin1");
export const WEBP = Buffer.from("RIFF\x1a\x00\x00\x00WEBPVP8L", "latin1");
export const MP4 = Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41", "latin1");
export const MOV = Buffer.from("\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00qt  ", "latin1");
export const WEBM = Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104", "hex");
export const MKV = Buffer.from("1a45dfa3a34286810142f7810142f2810442f3810842828b6d6174726f736b61", "hex").fill(
  "\x42\x82\x88matroska",
  21,
  32,
  "latin1",
);

/** `size` bytes that begin like this file and are then all different from their neighbours. */
export function grown(start: Buffer, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i++) bytes[i] = (i * 7 + (i >> 8)) & 255;
  start.copy(bytes);
  return bytes;
}

/** The address of the attachments of an issue or a result, or of one of them. */
export function attachmentPath(owner: string, name?: string): string {
  const list = owner.startsWith("res_") ? "results" : "issues";
  return `/${list}/${owner}/attachments${name === undefined ? "" : `/${encodeURIComponent(name)}`}`;
}

/** Sends a file as a page does: its bytes as the body. */
export function attach(
  world: World,
  cookie: string,
  owner: string,
  name: string,
  file: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = { "content-type": "application/octet-stream" };
  const path = `${attachmentPath(owner)}?name=${encodeURIComponent(name)}`;
  return world.call(cookie, "POST", path, file, { ...type, ...headers });
}

/** An attachment's bytes, with the headers they came with. */
export async function download(
  world: World,
  cookie: string,
  owner: string,
  name: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  if (!cookie.startsWith(SESSION)) throw new Error("attachments are for people only");
  const response = await fetch(`${world.address}/ui/v1${attachmentPath(owner, name)}`, {
    method,
    headers: { cookie, ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}
