// Reads the fields of a multipart form by hand, in one pass. Its boundary is the one that its type names, where that
// begins a line, else the body's own first line. Files are skipped, except for one that is called payload.
import type { Fault } from "../fault.ts";
import { UNREADABLE_BODY, unreadableBody } from "../webhook/refusals.ts";
import { addField, type FormFields, requireFieldRoom } from "./form-fields.ts";

const MAX_BOUNDARY = 200;
const MAX_HEADERS = 8_192;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DASH = 0x2d;

/** A form's boundary, with its dashes, and its first place. */
export interface Multipart {
  boundary: Buffer;
  at: number;
}

/** Null when the body is no multipart form. */
export function findMultipart(bytes: Buffer, start: number, contentType: string | undefined): Multipart | null {
  const named = namedBoundary(contentType);
  const at = named === null ? -1 : boundaryFrom(bytes, start, named);
  if (named !== null && at !== -1) return { boundary: named, at };
  return isMultipart(bytes, start) ? { boundary: boundaryAt(bytes, start), at: start } : null;
}

function namedBoundary(contentType: string | undefined): Buffer | null {
  if (!contentType?.trim().toLowerCase().startsWith("multipart/")) return null;
  const name = readParameters(contentType).get("boundary") ?? "";
  return name === "" || name.length > MAX_BOUNDARY ? null : Buffer.from(`--${name}`, "latin1");
}

/** Two dashes, a boundary, a line break, and then a header that says what the part is. */
function isMultipart(bytes: Buffer, start: number): boolean {
  if (bytes[start] !== DASH || bytes[start + 1] !== DASH) return false;
  const end = bytes.subarray(start, start + MAX_BOUNDARY).indexOf(LF);
  if (end < 3) return false;
  const next = bytes.toString("latin1", start + end + 1, start + end + 9).toLowerCase();
  return next === "content-";
}

/** Throws `invalid_json` for a form that breaks off, or has too many fields; a file counts as one. */
export function readMultipart(bytes: Buffer, { boundary, at: start }: Multipart): FormFields {
  const fields: FormFields = new Map();
  let at = start + boundary.length;
  for (let count = 0; ; count++) {
    if (bytes[at] === DASH && bytes[at + 1] === DASH) return fields;
    requireFieldRoom(count);
    const head = afterLine(bytes, at);
    const body = afterHeaders(bytes, head, boundary);
    const end = nextBoundary(bytes, body, boundary);
    const name = fieldName(bytes.toString("utf8", head, body));
    if (name !== null) addField(fields, name, bytes.toString("utf8", body, withoutBreak(bytes, body, end)));
    at = end + boundary.length;
  }
}

/** The first line, with its dashes and without its line break. */
function boundaryAt(bytes: Buffer, start: number): Buffer {
  const end = bytes.indexOf(LF, start);
  let last = end;
  while (last > start && (bytes[last - 1] === CR || bytes[last - 1] === SPACE)) last--;
  return bytes.subarray(start, last);
}

function afterLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(LF, at);
  if (end === -1) throw brokenOff();
  return end + 1;
}

/** The first byte after the empty line that ends a part's headers. */
function afterHeaders(bytes: Buffer, head: number, boundary: Buffer): number {
  for (let at = head; at - head <= MAX_HEADERS; ) {
    if (startsWith(bytes, at, boundary)) throw refused("has a part without an empty line after its headers");
    const next = afterLine(bytes, at);
    if (next - at === 1 || (next - at === 2 && bytes[at] === CR)) return next;
    at = next;
  }
  throw refused(`has a part with headers of more than ${MAX_HEADERS} bytes`);
}

/** Where the boundary next begins a line: the place of its first dash. */
function nextBoundary(bytes: Buffer, from: number, boundary: Buffer): number {
  const at = boundaryFrom(bytes, from, boundary);
  if (at === -1) throw brokenOff();
  return at;
}

/** Where the next line that begins with the boundary starts; -1 if there is none. */
function boundaryFrom(bytes: Buffer, from: number, boundary: Buffer): number {
  for (let at = from; ; ) {
    if (startsWith(bytes, at, boundary)) return at;
    at = bytes.indexOf(LF, at) + 1;
    if (at === 0) return -1;
  }
}

/** The whole boundary, and no longer one. */
function startsWith(bytes: Buffer, at: number, boundary: Buffer): boolean {
  for (let i = 0; i < boundary.length; i++) if (bytes[at + i] !== boundary[i]) return false;
  const next = bytes[at + boundary.length];
  return next === CR || next === LF || next === SPACE || (next === DASH && bytes[at + boundary.length + 1] === DASH);
}

/** The line break before a boundary belongs to the boundary. */
function withoutBreak(bytes: Buffer, start: number, end: number): number {
  if (end <= start) return start;
  return end - 1 > start && bytes[end - 2] === CR ? end - 2 : end - 1;
}

/** The name of a field; null for a file that is not called payload, and for a part without a name. */
function fieldName(headers: string): string | null {
  for (const line of headers.split("\n")) {
    const colon = line.indexOf(":");
    if (colon === -1 || line.slice(0, colon).trim().toLowerCase() !== "content-disposition") continue;
    const parameters = readParameters(line.slice(colon + 1));
    const name = parameters.get("name") ?? null;
    const isFile = parameters.has("filename") || parameters.has("filename*");
    return isFile && name !== "payload" ? null : name;
  }
  return null;
}

/** `form-data; name="a"; filename="b"`: names in small letters, values without their quotes. */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  let name = "";
  let value = "";
  let inValue = false;
  let quoted = false;
  const done = () => {
    if (inValue) parameters.set(name.trim().toLowerCase(), value);
    name = "";
    value = "";
    inValue = false;
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quoted) {
      if (char === "\\" && (text[i + 1] === '"' || text[i + 1] === "\\")) value += text[++i];
      else if (char === '"') quoted = false;
      else value += char;
    } else if (char === ";") done();
    else if (!inValue && char === "=") inValue = true;
    else if (inValue && char === '"') quoted = true;
    else if (inValue) value += char.trim();
    else name += char;
  }
  done();
  return parameters;
}

function brokenOff(): Fault {
  return refused("breaks off before its closing boundary");
}

function refused(what: string): Fault {
  return unreadableBody(UNREADABLE_BODY.noMultipart(what));
}
