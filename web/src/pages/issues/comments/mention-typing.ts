// The mention that is being typed: where it begins, and whom it may mean. Names have spaces, so a mention goes on as long as a name fits.
/** Somebody who can be mentioned. */
interface Colleague {
  id: string;
  name: string;
}

const MOST_SHOWN = 6;
/** An `@` that begins a word, with the text from it to the caret. */
const BEGUN = /(?:^|[^\p{L}\p{N}\p{M}_])@([^@\n]{0,80})$/u;

export interface TypedMention {
  /** Where the `@` is. */
  start: number;
  people: Colleague[];
}

/** The people who fit what is typed; null if nobody does. Names that begin with it come before names in which it is a later word. */
export function mentionAt(text: string, caret: number, people: readonly Colleague[]): TypedMention | null {
  const typed = BEGUN.exec(text.slice(0, caret))?.[1];
  if (typed === undefined || typed.startsWith(" ")) return null;
  const begun = typed.toLowerCase();
  const rankOf = ({ name }: Colleague) => {
    const lower = name.toLowerCase();
    if (lower.startsWith(begun)) return 0;
    return begun !== "" && lower.includes(` ${begun}`) ? 1 : 2;
  };
  const found = people
    .filter((person) => rankOf(person) < 2)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MOST_SHOWN);
  return found.length === 0 ? null : { start: caret - typed.length - 1, people: found };
}

/** The text with the name in place of what was typed of it, and where the caret then stands. */
export function withMention(text: string, caret: number, start: number, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ""), caret: before.length };
}

export interface NamePart {
  text: string;
  isName: boolean;
}

/** A text in which the mentioned names, each with its `@`, stand apart. */
export function splitMentions(text: string, names: readonly string[]): NamePart[] {
  if (names.length === 0) return [{ text, isName: false }];
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map(escaped);
  const parts: NamePart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(
    new RegExp(`@(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}\\p{M}_])`, "giu"),
  )) {
    if (index > end) parts.push({ text: text.slice(end, index), isName: false });
    parts.push({ text: found, isName: true });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isName: false });
  return parts;
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
