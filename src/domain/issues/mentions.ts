// Who is mentioned in a text: `@` and the name of somebody, as it is written in full. Names have spaces, so they are looked for, not cut out.

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
  for (let at = lower.indexOf("@"); at !== -1; at = lower.indexOf("@", at + 1)) {
    if (at > 0 && WORD.test(charBefore(lower, at))) continue;
    const fitting = people.filter(({ name }) => standsAt(lower, at + 1, folded(name)));
    const longest = Math.max(0, ...fitting.map(({ name }) => folded(name).length));
    for (const { id, name } of fitting) {
      if (folded(name).length === longest && !found.has(id)) found.set(id, { id, name });
    }
  }
  return [...found.values()];
}

function standsAt(text: string, at: number, name: string): boolean {
  if (name === "" || !text.startsWith(name, at)) return false;
  const next = text.codePointAt(at + name.length);
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
