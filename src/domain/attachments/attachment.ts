// Attachments of issues and results: screenshots and recordings, of formats that are told by their first bytes.
import { cleanFileName } from "../../lib/files/file-name.ts";
import { type MediaFormat, recogniseMedia } from "../../lib/files/media-format.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { Fault } from "../fault.ts";
import {
  MAX_ATTACHMENTS,
  MAX_RECORDING_BYTES,
  MAX_RECORDING_MEGABYTES,
  MAX_SCREENSHOT_BYTES,
  MAX_SCREENSHOT_MEGABYTES,
} from "../limits.ts";

export type AttachmentKind = "screenshot" | "recording";

/** An attachment as it is shown: its name stays, whatever other files are called later. */
export interface Attachment {
  name: string;
  kind: AttachmentKind;
}

const TAKEN = "screenshots as PNG, JPEG, GIF or WebP, and recordings as MP4, QuickTime, WebM or Matroska";

/** What a file is, by how it begins. Throws `invalid_request` for an empty one, `unsupported_media_type`. */
export function requireFormat(head: Buffer): MediaFormat {
  if (head.length === 0) throw new Fault("invalid_request", "The body is empty: send the file itself as the body.");
  const format = recogniseMedia(head);
  if (format !== undefined) return format;
  throw new Fault("unsupported_media_type", `This kind of file is not accepted: attach ${TAKEN}.`);
}

export function kindOf(format: MediaFormat): AttachmentKind {
  return format.isFilm ? "recording" : "screenshot";
}

export function maxBytes(kind: AttachmentKind): number {
  return kind === "screenshot" ? MAX_SCREENSHOT_BYTES : MAX_RECORDING_BYTES;
}

export function tooLarge(kind: AttachmentKind): Fault {
  const megabytes = kind === "screenshot" ? MAX_SCREENSHOT_MEGABYTES : MAX_RECORDING_MEGABYTES;
  const bytes = thousands(maxBytes(kind));
  return new Fault("too_large", `A ${kind} may have at most ${megabytes} MB (${bytes} bytes).`);
}

/** Throws `too_large` if an issue or result already has as many attachments as it may. */
export function requireRoom(owner: "issue" | "result", attachments: number): void {
  if (attachments < MAX_ATTACHMENTS) return;
  const whose = owner === "issue" ? "An issue" : "A result";
  throw new Fault("too_large", `${whose} may have at most ${MAX_ATTACHMENTS} attachments: remove one first.`);
}

/** The name that a file gets when nothing else there has it. */
export function attachmentName(given: string, format: MediaFormat): string {
  return cleanFileName(given, format.extensions, kindOf(format));
}
