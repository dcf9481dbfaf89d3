// Fills in a template: lines without any value are left out, separators that separate nothing any more are dropped.
import { cleanText, codePoints } from "../../lib/text.ts";
import { MAX_TEXT } from "../limits.ts";
import type { Part, Path } from "./mapping-expression.ts";

/** Separators that separate nothing any more are dropped; brackets and quotes are when they stand around nothing. */
const SEPARATORS = new Set("-‑–—―:;,./\\|‖·•∙*#=>›+~_&@→");
const QUOTES = new Set("\"'`");
const CLOSING = new Map([...pairs("()[]{}<>“”‘’«»‹›"), ...[...QUOTES].map((quote) => [quote, quote] as const)]);
const CLOSES = new Set(CLOSING.values());
/** What is put on both sides of a value without being a bracket: `**{a}**`. */
const MARKS = new Set("*_~");

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
  /** A character may take two units. */
  const enough = 2 * (limit + 1);
  let text = "";
  let literal = "";
  /** How much of the literal closes what was opened right before the last value. */
  let closing = 0;
  let found = false;
  let missing = false;
  for (const [i, part] of parts.entries()) {
    if (typeof part === "string") {
      literal = missing ? closed(literal, part) : literal + part;
      continue;
    }
    const value = lookUp(part);
    if (value === undefined) {
      missing = true;
      continue;
    }
    const next = parts[i + 1];
    const wrapped = typeof next === "string" ? wrapping(literal, next) : 0;
    text += found || !missing ? literal : trimmedStart(literal, wrapped);
    if (text.length < enough) text += cleanText(value.slice(0, enough)).trim();
    closing = wrapped;
    literal = "";
    found = true;
    missing = false;
  }
  if (missing && !found) return undefined;
  return { text: text + (missing ? trimmedEnd(literal, closing) : literal), found };
}

/** What stands on both sides of an empty placeholder: no brackets around nothing, and one separator where there were two. */
function closed(before: string, after: string): string {
  let end = wordsEnd(before);
  let start = wordsStart(after);
  let [left, right] = [before.slice(end), after.slice(0, start)];
  while (end > 0 && isAround(before[end - 1]!, after[start], left === "" || right === "")) {
    const [innerEnd, innerStart] = [end - 1, start + 1];
    end = wordsEnd(before.slice(0, innerEnd));
    start = innerStart + wordsStart(after.slice(innerStart));
    [left, right] = [before.slice(end, innerEnd), after.slice(innerStart, start)];
  }
  const isInside = opens(before[end - 1], left) || closes(after[start], right);
  const isBetter = left === "" || (left.trim() === "" && right.trim() !== "");
  return before.slice(0, end) + (isInside ? "" : isBetter ? right : left) + after.slice(start);
}

/** Quotes look the same on both sides: one of them must touch the placeholder. */
function isAround(before: string, after: string | undefined, touches: boolean): boolean {
  return after !== undefined && CLOSING.get(before) === after && (touches || !QUOTES.has(before));
}

function opens(char: string | undefined, between: string): boolean {
  return char !== undefined && CLOSING.has(char) && (between === "" || !QUOTES.has(char));
}

function closes(char: string | undefined, between: string): boolean {
  return char !== undefined && CLOSES.has(char) && !SEPARATORS.has(char) && (between === "" || !QUOTES.has(char));
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

function trimmedStart(text: string, kept: number): string {
  return text.slice(Math.min(wordsStart(text), text.length - kept));
}

function trimmedEnd(text: string, kept: number): string {
  return text.slice(0, Math.max(wordsEnd(text), kept));
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

function* pairs(text: string): Generator<[string, string]> {
  for (let i = 0; i < text.length; i += 2) yield [text[i]!, text[i + 1]!];
}
