// Fills in a template: lines without any value are left out, and separators that are left over at the ends of a line are
// trimmed. Inside, a line stays as it was written.
import { cleanText, codePoints } from "../../lib/text/text.ts";
import { MAX_TEXT } from "../limits.ts";
import type { Part, Path } from "./expression.ts";

const SEPARATORS = new Set("-‑–—―:;,./\\|‖·•∙*#=>›+~_&@→");
const PAIRS = [..."\"'`"].map((quote) => quote + quote).concat("()", "[]", "{}", "<>", "“”", "‘’", "«»", "‹›");
const CLOSING = new Map(PAIRS.map(([open, close]) => [open!, close!]));
const OPENING = new Map(PAIRS.map(([open, close]) => [close!, open!]));
/** Marks that stand on both sides of a value without being brackets: `**{a}**`. */
const MARKS = new Set("*_~");
/** Marks an empty placeholder until the line is put together; no text contains this character. */
const HOLE = "\0";

type LookUp = (alternatives: Path[]) => string | undefined;

/**
 * The text; undefined when no placeholder found anything, because words around nothing are no value. A line without
 * placeholders stays. Stops once there is more than anybody looks at: as many characters as an issue's text can have, or `limit`.
 */
export function fillTemplate(lines: Part[][], lookUp: LookUp, limit = MAX_TEXT): string | undefined {
  const filled: string[] = [];
  let found = false;
  let length = 0;
  for (const parts of lines) {
    const line = fillLine(parts, lookUp, limit);
    if (line === undefined) continue;
    found ||= line.found;
    if (line.text === "" && (filled.at(-1) ?? "") === "") continue;
    const text = shorten(line.text, limit + 1 - length);
    filled.push(text);
    length += codePoints(text, limit) + 1;
    if (length > limit) break;
  }
  if (filled.at(-1) === "") filled.pop();
  return found ? filled.join("\n") : undefined;
}

/** One line; undefined when it has placeholders and all of them are empty. */
function fillLine(parts: Part[], lookUp: LookUp, limit: number): { text: string; found: boolean } | undefined {
  /** A code point may take two units of a string. */
  const enough = 2 * (limit + 1);
  let text = "";
  /** What stands since the last value, or since the start. */
  let between = "";
  /** How many characters right after the last value close what was opened right before it. */
  let closing = 0;
  let found = false;
  for (const [i, part] of parts.entries()) {
    const value = typeof part === "string" ? undefined : lookUp(part);
    if (value === undefined) {
      between += typeof part === "string" ? part : HOLE;
      continue;
    }
    const next = parts[i + 1];
    closing = typeof next === "string" ? wrapping(between, next) : 0;
    text += found ? withoutHoles(between) : trimmedStart(between, closing, CLOSING);
    if (text.length < enough) text += cleanText(value.slice(0, enough)).trim();
    between = "";
    found = true;
  }
  if (!found && between.includes(HOLE)) return undefined;
  return { text: text + trimmedEnd(between, closing), found };
}

/** How many characters right before a value are closed again right after it. */
function wrapping(before: string, after: string): number {
  let count = 0;
  for (; count < before.length; count++) {
    const opening = before[before.length - 1 - count]!;
    const counterpart = MARKS.has(opening) ? opening : CLOSING.get(opening);
    if (counterpart === undefined || counterpart !== after[count]) break;
  }
  return count;
}

/**
 * The beginning of a line, up to its first value, without the separators in front that an empty placeholder has left over, and
 * without brackets and quotes around nothing. The last `kept` characters belong to the value.
 */
function trimmedStart(text: string, kept: number, closing: ReadonlyMap<string, string>): string {
  if (!text.includes(HOLE)) return text;
  let start = afterNothing(text, 0);
  for (let end = afterEmptyPair(text, start, closing); end !== -1; end = afterEmptyPair(text, start, closing)) {
    start = afterNothing(text, end);
  }
  return withoutHoles(text.slice(Math.min(start, text.length - kept)));
}

/** The end of a line, without the marks left over behind its last value. */
function trimmedEnd(text: string, kept: number): string {
  return reversed(trimmedStart(reversed(text), kept, OPENING));
}

/** The index after separators, space and empty placeholders. */
function afterNothing(text: string, start: number): number {
  let at = start;
  while (at < text.length && (text[at] === HOLE || isSeparator(text[at]!))) at++;
  return at;
}

/** The index after a pair of brackets, or quotes, around empty placeholders; -1 when none begins here. */
function afterEmptyPair(text: string, start: number, closing: ReadonlyMap<string, string>): number {
  const close = closing.get(text[start] ?? "");
  if (close === undefined) return -1;
  let end = afterNothing(text, start + 1);
  for (let inner = afterEmptyPair(text, end, closing); inner !== -1; inner = afterEmptyPair(text, end, closing)) {
    end = afterNothing(text, inner);
  }
  return text[end] === close && text.slice(start, end).includes(HOLE) ? end + 1 : -1;
}

function withoutHoles(text: string): string {
  return text.replaceAll(HOLE, "");
}

function reversed(text: string): string {
  return text.split("").reverse().join("");
}

function isSeparator(char: string): boolean {
  return SEPARATORS.has(char) || char.trim() === "";
}

/** The text, cut to at most `limit` code points. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = endOf(text, limit);
  return text.slice(0, end);
}

/** The index behind the first `count` code points. */
export function endOf(text: string, count: number): number {
  let i = 0;
  for (let n = 0; n < count && i < text.length; n++) {
    const unit = text.charCodeAt(i);
    i += unit >= 0xd800 && unit < 0xdc00 ? 2 : 1;
  }
  return Math.min(i, text.length);
}
