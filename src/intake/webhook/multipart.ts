// Reads the fields of a multipart form by hand, in one pass. The boundary is the body's own first line; files are skipped.
import { Fault } from "../../domain/fault.ts";
import { addField, type FormFields, MAX_FIELDS } from "./form.ts";

const MAX_BOUNDARY = 200;
const MAX_HEADERS = 8_192;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DASH = 0x2d;

/** Two dashes, a boundary, a line break, and then a header that says what the part is. */
export function isMultipart(bytes: Buffer, start: number): boolean {
  if (bytes[start] !== DASH || bytes[start + 1] !== DASH) return false;
  const end = bytes.subarray(start, start + MAX_BOUNDARY).indexOf(LF);
  if (end < 3) return false;
  const next = bytes.toString("latin1", start + end + 1, start + end + 9).toLowerCase();
  return next === "content-";
}

/** Throws `invalid_json` for a form that breaks off. */
export function readMultipart(bytes: Buffer, start: number): FormFields {
  const fields: FormFields = new Map();
  const boundary = boundaryAt(bytes, start);
  let at = start + boundary.length;
  for (let count = 0; count < MAX_FIELDS; ) {
    if (bytes[at] === DASH && bytes[at + 1] === DASH) return fields;
    const head = afterLine(bytes, at);
    const body = afterHeaders(bytes, head);
    const end = nextBoundary(bytes, body, boundary);
    const name = fieldName(bytes.toString("utf8", head, body));
    if (name !== null) {
      addField(fields, name, bytes.toString("utf8", body, withoutBreak(bytes, body, end)));
      count++;
    }
    at = end + boundary.length;
  }
  return fields;
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
function afterHeaders(bytes: Buffer, head: number): number {
  for (let at = head; at - head <= MAX_HEADERS; ) {
    const next = afterLine(bytes, at);
    if (next - at === 1 || (next - at === 2 && bytes[at] === CR)) return next;
    at = next;
  }
  throw new Fault("invalid_json", "The multipart form has a part with too many headers.");
}

/** Where the boundary next begins a line: the place of its first dash. */
function nextBoundary(bytes: Buffer, from: number, boundary: Buffer): number {
  for (let at = from; ; ) {
    if (bytes[at] === DASH && startsWith(bytes, at, boundary)) return at;
    at = afterLine(bytes, at);
  }
}

/** The whole boundary, and no longer one. */
function startsWith(bytes: Buffer, at: number, boundary: Buffer): boolean {
  for (let i = 0; i < boundary.length; i++) if (bytes[at + i] !== boundary[i]) return false;
  const next = bytes[at + boundary.length];
  return next === CR || next === LF || next === SPACE || next === DASH;
}

/** The line break before a boundary belongs to the boundary. */
function withoutBreak(bytes: Buffer, start: number, end: number): number {
  if (end <= start) return start;
  return end - 1 > start && bytes[end - 2] === CR ? end - 2 : end - 1;
}

/** The name of a plain field; null for a file and for a part without a name. */
function fieldName(headers: string): string | null {
  for (const line of headers.split("\n")) {
    const colon = line.indexOf(":");
    if (colon === -1 || line.slice(0, colon).trim().toLowerCase() !== "content-disposition") continue;
    const parameters = readParameters(line.slice(colon + 1));
    return parameters.has("filename") || parameters.has("filename*") ? null : (parameters.get("name") ?? null);
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
  return new Fault("invalid_json", "The multipart form breaks off before its closing boundary.");
}
