// What a delivery's body says: a JSON object whatever its type is called, else the fields of a form. The bytes decide.
import { isUtf8 } from "node:buffer";
import { readJson } from "../../lib/formats/json.ts";
import { UNREADABLE_BODY, unreadableBody } from "../webhook/refusals.ts";
import { type FormFields, isUrlencoded, readUrlencoded } from "./form-fields.ts";
import { findMultipart, readMultipart } from "./multipart.ts";

type Fields = Record<string, unknown>;

const OPENING_BRACE = 0x7b;

/** Throws `invalid_json`. */
export function readPayload(
  bytes: Buffer,
  contentType: string | undefined,
  contentEncoding: string | undefined,
): Fields {
  refuseEncoding(contentEncoding);
  const start = firstByte(bytes);
  if (start === bytes.length) throw unreadableBody(UNREADABLE_BODY.empty);
  if (bytes[start] === OPENING_BRACE) return readObject(bytes);
  const multipart = findMultipart(bytes, start, contentType);
  if (multipart !== null) return fromForm(readMultipart(bytes, multipart));
  if (!isUtf8(bytes)) throw unreadableBody(notUtf8(bytes));
  refuseOtherJson(bytes, start);
  const text = bytes.toString("utf8", start);
  if (isUrlencoded(text, contentType)) return fromForm(readUrlencoded(text));
  throw unreadableBody(UNREADABLE_BODY.noForm);
}

function readObject(bytes: Buffer): Fields {
  const reading = readJson(bytes, { keepDigits: true });
  if (reading.ok) return reading.value as Fields;
  throw unreadableBody(UNREADABLE_BODY.notJson(reading.why));
}

/** The JSON object in the field `payload`, the first if there are several; else the fields. */
function fromForm(fields: FormFields): Fields {
  for (const payload of fields.get("payload") ?? []) {
    if (!payload.trimStart().startsWith("{")) continue;
    const reading = readJson(Buffer.from(payload), { keepDigits: true });
    if (reading.ok) return reading.value as Fields;
  }
  if (fields.size === 0) throw unreadableBody(UNREADABLE_BODY.emptyForm);
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function refuseEncoding(contentEncoding: string | undefined): void {
  const encoding = contentEncoding?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity") {
    throw unreadableBody(UNREADABLE_BODY.encoded);
  }
}

/** The first byte that is no byte order mark and no JSON space. */
function firstByte(bytes: Buffer): number {
  let i = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (i < bytes.length && (bytes[i] === 0x20 || (bytes[i]! >= 0x09 && bytes[i]! <= 0x0d))) i++;
  return i;
}

/** JSON that is no object says nothing, also where it could pass for a form. */
function refuseOtherJson(bytes: Buffer, start: number): void {
  const kind = KINDS[String.fromCharCode(bytes[start]!)];
  if (kind === undefined) return;
  if (kind === "word" && bytes.length - start > 20) return;
  if (!readJson(bytes).ok) return;
  const what = kind === "word" ? bytes.toString("utf8", start).trim() : kind;
  throw unreadableBody(UNREADABLE_BODY.noObject(what));
}

const KINDS: Record<string, string | undefined> = {
  "[": "a list",
  '"': "a text",
  ...Object.fromEntries([..."-0123456789"].map((char) => [char, "a number"])),
  ...Object.fromEntries([..."tfn"].map((char) => [char, "word"])),
};

function notUtf8(bytes: Buffer): string {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (utf16) return UNREADABLE_BODY.utf16;
  const gzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return gzip ? UNREADABLE_BODY.compressed : UNREADABLE_BODY.notUtf8;
}
