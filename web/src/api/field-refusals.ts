// What the server said about each field. Its words come as `name: what is wrong; platforms[0].code: what is wrong.`
import { ApiError } from "./client.ts";

/** A complaint begins with the path of its field; other semicolons are part of its words. */
const NEXT = /; (?=[a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*: )/;
const COMPLAINT = /^([a-z_]+)(?:\[\d+\])?((?:\.[a-z_]+(?:\[\d+\])?)*): (.*)$/s;

/** Texts about the fields of a form, and one about none of them. */
export interface Refusal<Field extends string> {
  at: Partial<Record<Field, string>>;
  rest: string | null;
}

/** Sorts a refusal by the fields that it names; of a field in one of `groups` only its own name counts. */
export function refusalOf<Field extends string>(
  error: Error | null,
  fields: readonly Field[],
  groups: readonly string[] = [],
): Refusal<Field> {
  const refusal: Refusal<Field> = { at: {}, rest: null };
  if (error === null) return refusal;
  // What was not a refusal has no fields to point at.
  const parts = error instanceof ApiError && error.status >= 400 ? error.message.split(NEXT) : [error.message];
  for (const part of parts) {
    const [, first, more, words] = COMPLAINT.exec(part) ?? [];
    const name = groups.includes(first!) ? /^\.([a-z_]+)/.exec(more!)?.[1] : first;
    const field = fields.find((one) => one === name);
    if (field === undefined) refusal.rest = sentence(refusal.rest === null ? part : `${refusal.rest} ${part}`);
    else refusal.at[field] ??= sentence(words!);
  }
  return refusal;
}

/** A word that begins a sentence of the server's; a code or a name at its beginning stays as it is. */
const BEGINNING = /^(?:an?|another|each|expected|required|the|there|this|too|unknown)\b/;

function sentence(words: string): string {
  const text = BEGINNING.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  return /[.…?]$/.test(text) ? text : `${text}.`;
}
