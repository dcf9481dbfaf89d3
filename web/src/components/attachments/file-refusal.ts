// Which files can be attached, where that can be told before they are sent.
import {
  MAX_RECORDING_BYTES,
  MAX_RECORDING_MEGABYTES,
  MAX_SCREENSHOT_BYTES,
  MAX_SCREENSHOT_MEGABYTES,
} from "../../../../src/wire/limits.ts";

const TAKEN = "screenshots as PNG, JPEG, GIF or WebP, and recordings as MP4, QuickTime, WebM or Matroska";
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const FILMS = ["video/mp4", "video/quicktime", "video/webm", "video/x-matroska"];
export const ACCEPTED = [...PICTURES, ...FILMS, ".mkv"].join(",");

/** Why a file would be refused, where that can be told before it is sent. */
export function fileRefusal({ type, size }: File): string | null {
  const isFilm = type.startsWith("video/");
  const isTaken = type === "" || PICTURES.includes(type) || FILMS.includes(type);
  if (!isTaken) return `This kind of file is not accepted: attach ${TAKEN}.`;
  if (size === 0) return "The file is empty.";
  // A file whose type the browser does not know may be a recording.
  if (type === "" || isFilm) return size > MAX_RECORDING_BYTES ? tooLarge(isFilm, MAX_RECORDING_MEGABYTES) : null;
  return size > MAX_SCREENSHOT_BYTES ? tooLarge(isFilm, MAX_SCREENSHOT_MEGABYTES) : null;
}

function tooLarge(isFilm: boolean, megabytes: number): string {
  return `A ${isFilm ? "recording" : "screenshot"} may have at most ${megabytes} MB.`;
}
