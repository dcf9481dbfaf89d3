// Puts an issue's text together: the title, the description, the page where it happened, within the limit.
import { cleanText, codePoints, oneLine } from "../../lib/text.ts";
import { MAX_TEXT } from "../limits.ts";
import { endOf } from "./mapping-template.ts";
import { isBlankUnit } from "./payload.ts";

const MARK = "…";

const SPACE = 0x20;
const DELETE = 0x7f;

/** A line longer than this is not looked at to its end: no text can hold it. */
const MAX_LINE = 50_000;

/** The first line that is not blank, on one line and cut to what a text can hold, and what follows it. */
export function firstLine(text: string): { line: string; rest: string } {
  let start = 0;
  while (start < text.length && isBlankUnit(text.charCodeAt(start))) start++;
  let end = start;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return { line: cut(oneLine(text.slice(start, Math.min(end, start + MAX_LINE))), MAX_TEXT), rest: text.slice(end) };
}

/** The description without its first line where that is the title, so that nothing stands twice. */
export function withoutTitle(description: string, title: string): string {
  // Most begin with another letter, and need not be read to the end of their line.
  const first = description.charCodeAt(0);
  if (first > SPACE && first < DELETE && first !== title.charCodeAt(0)) return description;
  const { line, rest } = firstLine(description);
  return line === title ? rest : description;
}

/** Clean, trimmed, and no longer than what could be shown. */
export function cleanDescription(text: string): string {
  const clean = cleanText(text).trim();
  return clean.length <= 2 * MAX_TEXT ? clean : clean.slice(0, endOf(clean, MAX_TEXT + 1));
}

/** Title, blank line, description, blank line, page. When it must be cut, the page's line stays. */
export function composeText(title: string, description: string, url: string | null): string {
  const page = url === null ? "" : `\n\n${url}`;
  const text = description === "" ? title : `${title}\n\n${description}`;
  return cut(text, MAX_TEXT - page.length) + page;
}

/** At most `limit` code points; one that was longer ends in an ellipsis. Never cuts inside a character. */
export function cut(text: string, limit: number): string {
  if (codePoints(text, limit) <= limit) return text;
  return text.slice(0, endOf(text, limit - 1)).trimEnd() + MARK;
}

function isLineEnd(unit: number): boolean {
  return (unit >= 0x0a && unit <= 0x0d) || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
}
