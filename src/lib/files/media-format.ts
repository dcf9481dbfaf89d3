// What pictures and films look like in their first bytes. What a sender says about a file counts for nothing.

export interface MediaFormat {
  /** The content type that it is sent with. */
  type: string;
  /** The endings that its file names have; the first is the usual one. */
  extensions: readonly string[];
  isFilm: boolean;
}

/** Bytes at the start of a file by which its format is recognised. */
export const HEAD_BYTES = 256;

const PNG = picture("image/png", "png");
const JPEG = picture("image/jpeg", "jpg", "jpeg", "jpe", "jfif");
const GIF = picture("image/gif", "gif");
const WEBP = picture("image/webp", "webp");
const MP4 = film("video/mp4", "mp4", "m4v", "mov", "3gp");
const QUICKTIME = film("video/quicktime", "mov", "qt", "mp4");
const WEBM = film("video/webm", "webm", "mkv");
const MATROSKA = film("video/x-matroska", "mkv", "webm");

/** Pictures and sounds that are packed as films are. */
const NO_FILM = [
  "heic",
  "heix",
  "heim",
  "heis",
  "hevc",
  "hevx",
  "hevm",
  "hevs",
  "mif1",
  "msf1",
  "avif",
  "avis",
  "crx ",
];
const NO_FILM_EITHER = ["M4A ", "M4B ", "M4P ", "F4A ", "F4B ", "jp2 ", "jpx ", "jpm "];
const OTHER_BRANDS = new Set([...NO_FILM, ...NO_FILM_EITHER]);

export function recogniseMedia(head: Buffer): MediaFormat | undefined {
  const at = (from: number, to: number) => head.toString("latin1", from, to);
  if (at(0, 8) === "\x89PNG\r\n\x1a\n") return PNG;
  if (at(0, 3) === "\xff\xd8\xff") return JPEG;
  if (at(0, 6) === "GIF87a" || at(0, 6) === "GIF89a") return GIF;
  if (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") return WEBP;
  if (at(4, 8) === "ftyp" && head.length >= 12) return boxed(at(8, 12));
  if (at(0, 4) === "\x1a\x45\xdf\xa3") return documented(at(4, HEAD_BYTES));
  return undefined;
}

function boxed(brand: string): MediaFormat | undefined {
  if (OTHER_BRANDS.has(brand)) return undefined;
  return brand === "qt  " ? QUICKTIME : MP4;
}

/** The element that names the kind of document: its id, its length, the name. */
function documented(rest: string): MediaFormat | undefined {
  if (rest.includes("\x42\x82\x84webm")) return WEBM;
  return rest.includes("\x42\x82\x88matroska") ? MATROSKA : undefined;
}

function picture(type: string, ...extensions: string[]): MediaFormat {
  return { type, extensions, isFilm: false };
}

function film(type: string, ...extensions: string[]): MediaFormat {
  return { type, extensions, isFilm: true };
}
