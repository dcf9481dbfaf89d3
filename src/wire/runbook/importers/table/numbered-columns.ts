// Columns that each hold one step of a case: Step 1, Expected 1, Step 2 and so on.
import { withoutHtml } from "../../../../lib/text/html-text.ts";
import type { CellSteps } from "../reading/cell-steps.ts";
import type { Table, TableRow } from "../reading/table.ts";

interface NumberedPart {
  field: "steps" | "data" | "expected";
  number: number;
}

const PARTS: Record<NumberedPart["field"], RegExp> = {
  steps: /^(?:test )?(?:step|action) (\d{1,3})(?: action| description)?$/,
  data: /^(?:(?:test )?data (\d{1,3})|(?:test )?step (\d{1,3}) (?:test )?data)$/,
  expected: /^(?:expected(?: results?)? (\d{1,3})|(?:test )?step (\d{1,3}) (?:expected(?: results?)?|result))$/,
};

/** The step and the part of it that a column of this name holds; null for other columns. */
export function numberedPart(key: string): NumberedPart | null {
  for (const field of ["steps", "data", "expected"] as const) {
    const [, first, second] = PARTS[field].exec(key) ?? [];
    const number = first ?? second;
    if (number !== undefined) return { field, number: Number(number) };
  }
  return null;
}

/** What the numbered columns of a table that mean steps say in a row, in the order of their numbers. */
export function stepsInColumns(table: Table, meanings: readonly (string | null)[]): (row: TableRow) => CellSteps {
  const steps = new Map<number, Record<NumberedPart["field"], number[]>>();
  for (const [i, part] of numberedColumns(table, meanings).entries()) {
    if (part === null) continue;
    const step = steps.get(part.number) ?? { steps: [], data: [], expected: [] };
    step[part.field].push(i);
    steps.set(part.number, step);
  }
  const inOrder = [...steps].toSorted(([a], [b]) => a - b).map(([, columns]) => columns);
  return ({ cells }) => {
    const said = (columns: readonly number[]) => withoutHtml(columns.map((i) => cells[i] ?? "").join("\n"));
    const read = inOrder.map(({ steps, data, expected }) => ({
      action: said(steps),
      data: said(data),
      expected: said(expected),
    }));
    return { steps: read, data: "", expected: "" };
  };
}

/** Null for columns that are not numbered, or mean something else. */
export function numberedColumns(table: Table, meanings: readonly (string | null)[]): (NumberedPart | null)[] {
  return table.columns(numberedPart).map((part, i) => (part !== null && meanings[i] === part.field ? part : null));
}
