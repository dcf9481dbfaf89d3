// Who is mentioned in a text: `@` and the name of somebody, as it is written in full. Names have spaces, so they are looked for, not cut out.
import { groupBy } from "../../lib/collections/group-by.ts";

export interface Named {
  id: string;
  name: string;
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/**
 * The people whose names stand behind an `@`, in the order in which they first do, with the name as written. Of several names that fit at
 * one place the longest counts; two people of one name are both meant. Large and small letters make no difference.
 */
export function mentionsIn(text: string, people: readonly Named[]): Named[] {
  const found = new Map<string, Named>();
  const lower = folded(text);
  // Looked up by length, longest first: names have few lengths, however many people there are.
  const byName = groupBy(people, ({ name }) => folded(name));
  const lengths = [...new Set([...byName.keys()].map((name) => name.length))].filter(Boolean).sort((a, b) => b - a);
  for (let at = lower.indexOf("@"); at !== -1; at = lower.indexOf("@", at + 1)) {
    if (at > 0 && WORD.test(charBefore(lower, at))) continue;
    const ends = lengths.map((length) => at + 1 + length);
    const end = ends.find((one) => byName.has(lower.slice(at + 1, one)) && endsWord(lower, one));
    if (end === undefined) continue;
    for (const { id, name } of byName.get(lower.slice(at + 1, end))!) {
      if (!found.has(id)) found.set(id, { id, name });
    }
  }
  return [...found.values()];
}

/** Whether a word can end at this place: no letter follows. */
function endsWord(text: string, at: number): boolean {
  const next = text.codePointAt(at);
  return next === undefined || !WORD.test(String.fromCodePoint(next));
}

/** The sign before a place, also one of two halves. */
function charBefore(text: string, at: number): string {
  const half = text.charCodeAt(at - 1);
  return half >= 0xdc00 && half <= 0xdfff ? text.slice(at - 2, at) : text[at - 1]!;
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
