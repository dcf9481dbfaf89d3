// Puts an issue's text together: the title, the description, the page where it happened, within the limit.
import { cleanText, codePoints, oneLine } from "../../lib/text/text.ts";
import { MAX_TEXT, MAX_URL } from "../limits.ts";
import { endOf } from "../mapping/fill-template.ts";
import { isBlank, isBlankUnit } from "../mapping/value-at-path.ts";

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

export function hasMoreLines(text: string): boolean {
  return !isBlank(firstLine(text).rest);
}

/** The description without its first line where that is the title, so that nothing appears twice. */
export function withoutTitle(description: string, title: string): string {
  // Most begin with another letter, and need not be read to the end of their line.
  const first = description.charCodeAt(0);
  if (first > SPACE && first < DELETE && first !== title.charCodeAt(0)) return description;
  const { line, rest } = firstLine(description);
  return line === title ? rest : description;
}

/** The page where it happened, whatever it is written as, on one line; null when there is nothing but space. */
export function pageLine(text: string): string | null {
  const line = cut(oneLine(text.trimStart().slice(0, MAX_LINE)), MAX_URL);
  return line === "" ? null : line;
}

/**
 * The first line of the title, and the description with what else the title has in front. What the description begins with
 * anyway is not put in front of it: nothing appears twice.
 */
export function wordingOf(title: string, description: string): { title: string; description: string } {
  const { line, rest } = firstLine(title);
  const more = cleanDescription(rest);
  const body = cleanDescription(withoutTitle(description, line));
  if (more === "" || beginsWith(body, more)) return { title: line, description: body };
  return { title: line, description: cleanDescription(`${more}\n\n${body}`) };
}

/** Whether the lines of the one are the first lines of the other. */
function beginsWith(text: string, start: string): boolean {
  const [whole, beginning] = [text, start].map((lines) => lines.replaceAll("\r\n", "\n")) as [string, string];
  return `${whole}\n`.startsWith(`${beginning}\n`);
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
  return cut(text, MAX_TEXT - codePoints(page, MAX_TEXT)) + page;
}

/** At most `limit` code points: a longer text ends in an ellipsis. A character is never cut in two. */
export function cut(text: string, limit: number): string {
  if (codePoints(text, limit) <= limit) return text;
  return text.slice(0, endOf(text, limit - 1)).trimEnd() + MARK;
}

function isLineEnd(unit: number): boolean {
  return (unit >= 0x0a && unit <= 0x0d) || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
}
