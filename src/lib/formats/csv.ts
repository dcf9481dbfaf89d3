// CSV as spreadsheets write and read it. What a spreadsheet would run as a formula leaves with an apostrophe in front, and
// loses it again on the way in: at the beginning of a cell, and inside one wherever another separator would begin a cell.
import { Mistake } from "./text-tree.ts";

export interface Cell {
  text: string;
  at: number;
}

export type CsvRow = Cell[];

const SEPARATORS = [",", ";", "\t"];

/** Reads rows as `readCsvRows`, without the apostrophes that exports put in front of formulas. */
export function readCsv(text: string): CsvRow[] {
  return readCsvRows(text).map((row) => row.map((cell) => ({ text: armed(cell.text), at: cell.at })));
}

/** The rows that are not empty. The separator is the one that the first line uses most. Throws a mistake. */
export function readCsvRows(text: string): CsvRow[] {
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let row: CsvRow = [];
  for (let at = startOf(text); at <= text.length; ) {
    const { cell, end } = cellAt(text, at, separator);
    row.push({ text: cell, at });
    at = end;
    if (text[at] === separator) at++;
    else {
      if (row.some((one) => one.text !== "")) rows.push(row);
      row = [];
      if (at >= text.length) break;
      at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
      if (at >= text.length) break;
    }
  }
  return rows;
}

export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

/** The texts of the first row, of which only the beginning of a file is needed. */
export function firstCells(text: string): string[] {
  const beginning = text.slice(startOf(text), BEGINNING);
  const separator = separatorOf(text);
  const cells: string[] = [];
  for (let at = 0; ; ) {
    const { cell, end } = cellAt(beginning, at, separator, true);
    cells.push(cell.trim());
    if (beginning[end] !== separator) return cells;
    at = end + 1;
  }
}

/** What a file says itself by `sep=;`, or what splits the first row into most columns. */
export function separatorOf(text: string): string {
  const [, said] = SAID.exec(text) ?? [];
  if (said !== undefined) return said;
  const row = firstRow(text.slice(0, BEGINNING));
  const count = (separator: string) => row.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** A line for spreadsheets in front of the table. */
const SAID = /^sep=([,;\t])(?:\r\n|\r|\n)/i;
const BEGINNING = 10_000;

function startOf(text: string): number {
  return SAID.exec(text)?.[0].length ?? 0;
}

/** The first row without quoted text, which may have line breaks; only the first line if a quote isn't closed. */
function firstRow(text: string): string {
  const [line = ""] = text.split(/[\r\n]/, 1);
  const parts = text.split('"');
  let row = "";
  for (let i = 0; i < parts.length; i += 2) {
    const [own = ""] = parts[i]!.split(/[\r\n]/, 1);
    row += own;
    if (own.length < parts[i]!.length || i === parts.length - 1) return row;
  }
  return line;
}

/** Blanks may stand around a cell in quotes; in front of one that does not close as it should they are part of a text. */
function cellAt(text: string, at: number, separator: string, isForgiving = false): { cell: string; end: number } {
  let start = at;
  while (text[start] === " ") start++;
  if (text[start] !== '"') return plainCell(text, at, separator);
  if (start === at && !isForgiving) return quotedCell(text, at, separator);
  try {
    return quotedCell(text, start, separator);
  } catch {
    return plainCell(text, at, separator);
  }
}

function plainCell(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start;
  for (; end < text.length; end++) {
    const char = text[end];
    if (char === separator || char === "\n" || char === "\r") break;
  }
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number, separator: string): { cell: string; end: number } {
  let cell = "";
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new Mistake(start, "this cell has no closing double quote");
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      let end = quote + 1;
      while (text[end] === " ") end++;
      const after = text[end];
      if (after === undefined || after === separator || after === "\n" || after === "\r") return { cell, end };
      throw new Mistake(quote + 1, "a double quote inside a quoted cell must be doubled");
    }
    cell += '"';
    from = quote + 2;
  }
}

function writeCell(text: string): string {
  const cell = guarded(text, "add");
  const needsQuotes = cell.trim() !== cell || [...',;\t"\r\n'].some((char) => cell.includes(char));
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Removes the apostrophes that guard formulas. */
function armed(text: string): string {
  return guarded(text, "remove");
}

const FORMULA = new Set(["=", "+", "-", "@", "＝", "＋", "－", "＠"]);
/** Characters that spreadsheets skip in front of a formula, so a formula behind them is guarded, too. */
const PASSED_OVER = new Set([" ", '"', "\u00a0", ";", "\t", "\r", "\n"]);
/** Where a spreadsheet that expects another separator, and so doesn't know our quotes, begins a cell. */
const BEGINS_CELL = new Set([";", "\t", "\r", "\n"]);

/**
 * A text with an apostrophe more, or less, wherever a spreadsheet might begin a cell with a formula. Apostrophes in
 * front count as nothing, so a text that has some of its own gets them back.
 */
function guarded(text: string, change: "add" | "remove"): string {
  let out = "";
  let from = 0;
  for (let i = 0, begins = true; i < text.length; i++) {
    if (!begins) {
      begins = BEGINS_CELL.has(text[i]!);
      continue;
    }
    let end = i;
    while (text[end] === "'") end++;
    const next = text[end] ?? "";
    if (FORMULA.has(next) || (i === 0 && (next === "\t" || next === "\r"))) {
      const isAdded = change === "add";
      out += text.slice(from, i) + (isAdded ? "'" : "");
      from = isAdded || end === i ? i : i + 1;
    }
    begins = end === i || i === 0 ? PASSED_OVER.has(next) : BEGINS_CELL.has(next);
    i = end;
  }
  return from === 0 && out === "" ? text : out + text.slice(from);
}
