// Issue codes: a prefix of capitals for each app, and a number.
import { MAX_PREFIX, MIN_PREFIX } from "../limits.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function issueCode(prefix: string, number: number): string {
  return `${prefix}-${number}`;
}

export function isPrefix(text: string): boolean {
  return text.length >= MIN_PREFIX && text.length <= MAX_PREFIX && [...text].every((char) => LETTERS.includes(char));
}

/** A text that is an issue code and nothing else, however its letters are written. */
export function parseCode(text: string): { prefix: string; number: number } | null {
  const parts = /^([A-Za-z]{2,5})-([1-9]\d{0,9})$/.exec(text);
  return parts === null ? null : { prefix: parts[1]!.toUpperCase(), number: Number(parts[2]) };
}

/** The first issue code in a text, and the text without it. */
export function codeIn(text: string): { prefix: string; number: number; rest: string } | null {
  const parts = text.split(" ");
  for (const [i, part] of parts.entries()) {
    const code = parseCode(part);
    if (code !== null) return { ...code, rest: parts.toSpliced(i, 1).join(" ") };
  }
  return null;
}

/**
 * Prefixes for an app of that name, the best first: those that read like it, then all others. Where these begin is up to the name, so
 * that of many apps most find one at their first try.
 */
export function* prefixesFor(name: string): Generator<string> {
  const words = capitals(name);
  const joined = words.join("");
  const initials = words.map((word) => word[0]).join("");
  if (words.length >= MIN_PREFIX) yield initials.slice(0, MAX_PREFIX);
  for (let length = 3; length <= MAX_PREFIX; length++) if (joined.length >= length) yield joined.slice(0, length);
  if (joined.length >= MIN_PREFIX) yield joined.slice(0, MIN_PREFIX);
  const stem = (joined + "APP").slice(0, 3);
  yield stem;
  for (const a of LETTERS) yield stem + a;
  const start = placeOf(name);
  for (let n = 0; n < MOST_ALIKE; n++)
    yield stem + LETTERS[(start + n) % 26] + LETTERS[Math.floor((start + n) / 26) % 26];
  for (let n = 0; n < PREFIXES; n++) {
    let prefix = "";
    for (let rest = (start + n) % PREFIXES, i = 0; i < MAX_PREFIX; i++, rest = Math.floor(rest / 26))
      prefix = LETTERS[rest % 26] + prefix;
    yield prefix;
  }
}

/** Prefixes of full length that begin alike, before it is any other's turn: of very many apps of like names all are taken. */
const MOST_ALIKE = 64;

/** How many prefixes of full length there are. */
const PREFIXES = 26 ** MAX_PREFIX;

/** A place among the prefixes, far from that of other names. */
function placeOf(name: string): number {
  let place = 0;
  for (const char of name) place = (place * 31 + char.codePointAt(0)! * 65_537) % PREFIXES;
  return place;
}

/** The words of a name, accents dropped, as plain capitals. */
function capitals(name: string): string[] {
  const words: string[] = [];
  let word = "";
  for (const char of `${name.normalize("NFKD").toUpperCase()} `) {
    if (LETTERS.includes(char)) word += char;
    else if (/\p{M}/u.test(char)) continue;
    else if (word !== "") {
      words.push(word);
      word = "";
    }
  }
  return words;
}
