// The issues that a merged change says it fixes: by a closing keyword and an issue's code in its title or description, or by
// both in the name of its branch. One pass over each text, whatever stands in it.
import { isPrefix } from "../../../domain/issues/issue-code.ts";
import { proseLines } from "./prose-lines.ts";

export interface Code {
  prefix: string;
  number: number;
}

export interface ChangeText {
  title: string;
  description: string;
  branch: string;
}

/** GitHub's closing keywords. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...["close", "closes", "closed"],
  ...["fix", "fixes", "fixed"],
  ...["resolve", "resolves", "resolved"],
]);
/** Words before a keyword that say that it isn't so, or not yet. */
const DOUBTS: ReadonlySet<string> = new Set(["not", "never", "cannot", "partly", "partially"]);
const OPENING = "([{*_~\"'“‘";
const CLOSING = ".;:!?)]}*_~\"'”’";
/** Those of them that don't end a sentence. */
const NOT_ENDING = "]}*_~\"'”’";
const MAX_DIGITS = 10;
/** Characters that are read: more than code hosts accept in a description, a title or the name of a branch. */
const MAX_DESCRIPTION = 262_144;
const MAX_NAME = 1_024;
/** No real text names issues more often; one that does must not keep others waiting. What comes behind is not looked at. */
const MAX_MENTIONS = 1_000;
/** Longer ones are no keyword and no code, and are not looked into. */
const MAX_WORD = 60;

/**
 * Each once, in the order of their first mention; their prefixes in capitals. A change that takes another back bears that
 * one's name, and fixes nothing by it.
 */
export function closingCodes({ title, description, branch }: ChangeText): Code[] {
  const isRevert = branch.startsWith("revert-") || title.startsWith('Revert "');
  const all = isRevert ? [] : inLine(wholeWords(title, MAX_NAME)).concat(inBranch(branch));
  for (const line of proseLines(wholeWords(description, MAX_DESCRIPTION))) {
    if (all.length >= MAX_MENTIONS) break;
    for (const code of inLine(line)) all.push(code);
  }
  return [...new Map(all.map((code) => [`${code.prefix}-${code.number}`, code])).values()];
}

/** The text, or as much of it as is looked at, to the end of a word: half a code would be another issue's. */
function wholeWords(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, text.lastIndexOf(" ", most) + 1);
}

function inLine(line: string): Code[] {
  const words = wordsOf(line);
  const found: Code[] = [];
  for (let i = 0; i + 1 < words.length && found.length < MAX_MENTIONS; i++) {
    if (!isKeyword(words[i]!) || isDoubt(words[i - 1] ?? "")) continue;
    const { codes, next } = listAt(words, i + 1);
    for (const code of codes) found.push(code);
    i = Math.max(i, next - 1);
  }
  return found;
}

/**
 * `NIM-1`, or `NIM-1, NIM-2 and NIM-3`. A list counts as a whole only where it ends the line or the sentence: in
 * `Fixes NIM-1, NIM-2 is still open` the second begins another one.
 */
function listAt(words: readonly string[], start: number): { codes: Code[]; next: number } {
  const codes: Code[] = [];
  let at = start;
  let next = start;
  while (codes.length < MAX_MENTIONS) {
    const code = codeOf(words[at] ?? "");
    if (code === null) break;
    codes.push(code);
    next = at + 1;
    if (code.ends) break;
    at = afterSeparator(words, next);
    if (at === next) break;
  }
  const ends = codes.at(-1) as (Code & { ends: boolean }) | undefined;
  const isWhole = ends?.ends === true || next === words.length || isKeyword(words[at] ?? "");
  const counted = isWhole ? codes : codes.slice(0, 1);
  return { codes: counted.map(({ prefix, number }) => ({ prefix, number })), next };
}

function afterSeparator(words: readonly string[], start: number): number {
  const at = words[start] === "," ? start + 1 : start;
  const word = words[at]?.toLowerCase();
  return word === "and" || word === "&" ? at + 1 : at;
}

function isKeyword(word: string): boolean {
  const start = skip(word, 0, OPENING);
  let end = word.length;
  while (end > start && ":*_~".includes(word[end - 1]!)) end--;
  return end - start <= MAX_WORD && KEYWORDS.has(word.slice(start, end).toLowerCase());
}

function isDoubt(word: string): boolean {
  const said = word.length > MAX_WORD ? "" : word.toLowerCase();
  return DOUBTS.has(said) || said.endsWith("n't") || said.endsWith("n’t");
}

/** The code that a word is, with nothing but punctuation around it, or as the text of a link. */
function codeOf(word: string): (Code & { ends: boolean }) | null {
  const start = skip(word, 0, OPENING);
  const dash = word.indexOf("-", start);
  if (dash === -1 || dash - start > MAX_WORD) return null;
  const end = skip(word, dash + 1, "0123456789");
  const code = asCode(word.slice(start, dash), word.slice(dash + 1, Math.min(end, dash + 2 + MAX_DIGITS)));
  if (code === null) return null;
  const isLink = word[start - 1] === "[" && word.startsWith("](", end);
  const tail = skip(word, end, CLOSING);
  if (!isLink && tail !== word.length) return null;
  return { ...code, ends: skip(word, end, NOT_ENDING) < tail };
}

function asCode(letters: string, digits: string): Code | null {
  const prefix = letters.toUpperCase();
  const isNumber = digits !== "" && digits.length <= MAX_DIGITS && digits[0] !== "0";
  return isPrefix(prefix) && isNumber ? { prefix, number: Number(digits) } : null;
}

/** `fix/NIM-42-crash`, `mara/fixes-nim-42`: the keyword right in front of the code. */
function inBranch(branch: string): Code[] {
  if (branch.length > MAX_NAME) return [];
  const parts = branch.split(/[/\-_.]/);
  const found: Code[] = [];
  let end = 0;
  for (const [i, part] of parts.entries()) {
    end += part.length + 1;
    const [letters = "", digits = ""] = parts.slice(i + 1, i + 3);
    if (!KEYWORDS.has(part.toLowerCase()) || branch[end + letters.length] !== "-") continue;
    const isNumber = digits.length <= MAX_DIGITS && skip(digits, 0, "0123456789") === digits.length;
    const code = isNumber ? asCode(letters, digits) : null;
    if (code !== null) found.push(code);
  }
  return found;
}

/** The words of a line; a comma is a word of its own. */
function wordsOf(line: string): string[] {
  return line.match(/,|[^, \t\r\u00a0]+/g) ?? [];
}

function skip(text: string, start: number, over: string): number {
  let at = start;
  while (at < text.length && over.includes(text[at]!)) at++;
  return at;
}
