// Text helpers that run in linear time on whatever they are given: loops over characters, no backtracking.

/** Removes what a database can't hold (NUL) and repairs half surrogate pairs. */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "") : whole;
}

/** Clean text on one line: every run of control characters and line breaks becomes one space, the ends are trimmed. */
export function oneLine(text: string): string {
  const clean = cleanText(text);
  if (!hasControl(clean)) return clean.trim();
  let line = "";
  let gap = false;
  for (const char of clean) {
    if (isControl(char.charCodeAt(0))) {
      gap = true;
      continue;
    }
    if (gap && line !== "") line += " ";
    gap = false;
    line += char;
  }
  return line.trim();
}

/** Unicode code points, counted no further than `limit` + 1. */
export function codePoints(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  let count = 0;
  for (let i = 0; i < text.length && count <= limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) i++;
    count++;
  }
  return count;
}

/** The first characters (code points) of a text, at most `limit` of them. */
export function beginning(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count++) end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end).trimEnd();
}

/** A quotation for a message: short, on one line, in quotes. */
export function quote(text: string): string {
  const line = oneLine(text.slice(0, 100));
  return `"${line.length > 60 ? `${line.slice(0, 60).toWellFormed()}…` : line}"`;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) return true;
  return false;
}

function isControl(unit: number): boolean {
  return unit < 0x20 || (unit >= 0x7f && unit < 0xa0) || unit === 0x2028 || unit === 0x2029;
}

/** The parts between commas, trimmed; empty ones are left out. */
export function splitList(text: string): string[] {
  return text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}
