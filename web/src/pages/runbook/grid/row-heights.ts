// Heights of the grid's rows in pixels. They are fixed, so that where a row stands is known without drawing it.
import type { Row } from "../data/runbook-rows.ts";

export const HEAD_HEIGHT = 36;
export const HEIGHT: Record<Row["kind"], number> = { section: 40, check: 40, "add-check": 36, "add-section": 44 };
export const PHONE_HEIGHT: Record<Row["kind"], number> = { section: 44, check: 92, "add-check": 48, "add-section": 52 };

/** Where each row begins, and at last where the list ends. */
export function startsOf(rows: readonly Row[], heights: Record<Row["kind"], number>): number[] {
  const starts = [0];
  for (const { kind } of rows) starts.push(starts.at(-1)! + heights[kind]);
  return starts;
}

/** The index of the row at this height of the list. */
export function rowAt(starts: readonly number[], y: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

/** The heading of the section that the row at this height belongs to; -1 without any. */
export function headingAt(rows: readonly Row[], starts: readonly number[], y: number): number {
  for (let index = rowAt(starts, y); index >= 0; index--) if (rows[index]?.kind === "section") return index;
  return -1;
}
