// Fills in a template: lines without any value are left out, separators that separate nothing any more are dropped.
import { cleanText, codePoints } from "../../lib/text.ts";
import { MAX_TEXT } from "../limits.ts";
import type { Part, Path } from "./mapping-expression.ts";

/** Separators go from the ends of a line; brackets and quotes only when nothing else is left beside them. */
const SEPARATORS = new Set("-–—:;,./\\|·•*#=>+~_&@→");
const BRACKETS = new Set("()[]{}<>\"'“”‘’«»");

/** No value is looked at further than this: as many characters as a text can have, each of two units. */
const MAX_VALUE = 2 * (MAX_TEXT + 1);

type LookUp = (alternatives: Path[]) => string | undefined;

/**
 * The text; undefined when no placeholder found anything, because words around nothing are no value. A line without
 * placeholders stays. Stops once there is more than an issue's text can hold.
 */
export function fillTemplate(lines: Part[][], lookUp: LookUp): string | undefined {
  const filled: string[] = [];
  let found = false;
  let length = 0;
  for (const parts of lines) {
    const line = fillLine(parts, lookUp);
    if (line === undefined) continue;
    found ||= line.found;
    if (line.text === "" && (filled.at(-1) ?? "") === "") continue;
    const text = shorten(line.text, MAX_TEXT + 1 - length);
    filled.push(text);
    length += codePoints(text, MAX_TEXT) + 1;
    if (length > MAX_TEXT) break;
  }
  if (filled.at(-1) === "") filled.pop();
  return found ? filled.join("\n") : undefined;
}

/** One line; undefined when it has placeholders and all of them are empty. */
function fillLine(parts: Part[], lookUp: LookUp): { text: string; found: boolean } | undefined {
  let text = "";
  let literal = "";
  let found = false;
  let missing = false;
  for (const part of parts) {
    if (typeof part === "string") {
      literal = missing ? closed(literal, part) : literal + part;
      continue;
    }
    const value = lookUp(part);
    if (value === undefined) {
      missing = true;
      continue;
    }
    text += found || !missing ? literal : trimmedStart(literal);
    if (text.length < MAX_VALUE) text += cleanText(value.slice(0, MAX_VALUE)).trim();
    literal = "";
    found = true;
    missing = false;
  }
  if (missing && !found) return undefined;
  return { text: text + (missing ? trimmedEnd(literal) : literal), found };
}

/** What stands on both sides of an empty placeholder, with one separator where there were two. */
function closed(before: string, after: string): string {
  const end = wordsEnd(before);
  const start = wordsStart(after);
  const [left, right] = [before.slice(end), after.slice(0, start)];
  const isBetter = left === "" || (left.trim() === "" && right.trim() !== "");
  return before.slice(0, end) + (isBetter ? right : left) + after.slice(start);
}

function trimmedStart(text: string): string {
  return isOnlySeparators(text) ? "" : text.slice(wordsStart(text));
}

function trimmedEnd(text: string): string {
  return isOnlySeparators(text) ? "" : text.slice(0, wordsEnd(text));
}

/** The index after the separators in front. */
function wordsStart(text: string): number {
  let start = 0;
  while (start < text.length && isSeparator(text[start]!)) start++;
  return start;
}

/** The index where the separators at the end begin. */
function wordsEnd(text: string): number {
  let end = text.length;
  while (end > 0 && isSeparator(text[end - 1]!)) end--;
  return end;
}

function isOnlySeparators(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isSeparator(text[i]!) && !BRACKETS.has(text[i]!)) return false;
  return true;
}

function isSeparator(char: string): boolean {
  return SEPARATORS.has(char) || char.trim() === "";
}

/** At most so many code points. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = endOf(text, limit);
  return text.slice(0, end);
}

/** The index after so many code points. */
export function endOf(text: string, count: number): number {
  let i = 0;
  for (let n = 0; n < count && i < text.length; n++) {
    const unit = text.charCodeAt(i);
    i += unit >= 0xd800 && unit < 0xdc00 ? 2 : 1;
  }
  return Math.min(i, text.length);
}
