// Cells of a spreadsheet that are merged: what stands in the first of them is meant for every row of them, and one that is as wide as the
// table is a heading.

/** Rows as the spreadsheet counts them, columns from 0. */
export interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Row {
  number: number;
  cells: string[];
  isHeading?: true;
}

const RANGE = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/;

/** The cells of a range such as `A2:C5`; null for a text that is none. */
export function mergeOf(range: string): Merge | null {
  const [, left, top, right, bottom] = RANGE.exec(range) ?? [];
  if (left === undefined) return null;
  return { top: Number(top), bottom: Number(bottom), left: columnNumber(left), right: columnNumber(right!) };
}

const CELL = /^([A-Z]{1,3})(\d{1,7})/;

/** The place of a cell, or of a range's first cell; the very first where none is given. */
export function cellAt(name: string): { row: number; column: number } {
  const [, letters = "A", row = 1] = CELL.exec(name) ?? [];
  return { row: Number(row), column: columnNumber(letters) };
}

/** The number of a column's letters, from 0 on: `B` is 1. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The letters of a column's number: 1 is `B`. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** Rows without anything of their own stay as they are. `place` may refuse what becomes too much. */
export function spreadMerges<One extends Row>(
  rows: readonly One[],
  merges: readonly Merge[],
  place: (row: One, column: number, text: string) => void,
): void {
  const places = new Map(rows.map(({ number }, i) => [number, i]));
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const wide = new Set<One>();
  for (const { top, bottom, left, right } of merges) {
    const at = places.get(top);
    const first = at === undefined ? undefined : rows[at];
    const text = first?.cells[left] ?? "";
    if (first === undefined || text === "") continue;
    if (left === 0 && right > left && right >= width - 1) wide.add(first);
    else if (right === left) {
      for (let i = at! + 1; i < rows.length && rows[i]!.number <= bottom; i++) place(rows[i]!, left, text);
    }
  }
  // Each once, however many merges begin there.
  for (const row of wide) if (row.cells.every((cell, column) => column === 0 || cell === "")) row.isHeading = true;
}
