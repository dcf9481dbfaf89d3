// Reads a form in the shape that browsers post: name=value&name=value.

import { MAX_FORM_FIELDS } from "../limits.ts";
import { UNREADABLE_BODY, unreadableBody } from "../webhook/refusals.ts";

/** Each field with its values, in the order sent. */
export type FormFields = Map<string, string[]>;

/** Throws `invalid_json` where this field would be one too many. */
export function requireFieldRoom(count: number): void {
  if (count < MAX_FORM_FIELDS) return;
  throw unreadableBody(UNREADABLE_BODY.fullForm);
}

export function addField(fields: FormFields, name: string, value: string): void {
  const values = fields.get(name);
  if (values === undefined) fields.set(name, [value]);
  else values.push(value);
}

/**
 * Whether a body is a form: it says so and doesn't begin like something else; or it says nothing, or is plainly one,
 * and begins with a name as forms do.
 */
export function isUrlencoded(text: string, contentType: string | undefined): boolean {
  const type = contentType?.trim().toLowerCase() ?? "";
  const equals = text.indexOf("=");
  if (type.includes("form-urlencoded")) return equals !== -1 && !'{["<'.includes(text[0]!);
  if (equals <= 0 || equals > 1_000 || !isName(text.slice(0, equals))) return false;
  return type === "" || isPlain(text, equals);
}

/** Throws `invalid_json` for a form of too many fields. */
export function readUrlencoded(text: string): FormFields {
  const fields: FormFields = new Map();
  let count = 0;
  for (let start = 0; start <= text.length; ) {
    const mark = text.indexOf("&", start);
    const end = mark === -1 ? text.length : mark;
    if (end > start) {
      requireFieldRoom(count);
      // One pair at a time; the mark in front keeps a leading "?" a part of the name.
      for (const [name, value] of new URLSearchParams(`&${text.slice(start, end)}`)) addField(fields, name, value);
      count++;
    }
    start = end + 1;
  }
  return fields;
}

/** Whether the text is written as a form would write it, with a value behind the first equals sign. */
function isPlain(text: string, equals: number): boolean {
  if (equals + 1 === text.length || text[equals + 1] === "=") return false;
  for (let i = 0; i < text.length; i++) if (text[i]! <= " " || text[i] === '"' || text[i] === "'") return false;
  return true;
}

/** No brace, quote, tag or line break: other formats begin with those. */
function isName(text: string): boolean {
  for (const char of text) if (char < " " || '{}"<>();'.includes(char)) return false;
  return true;
}
