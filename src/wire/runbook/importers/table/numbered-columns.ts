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

/** Of which step a column of this name is which part; null for any other. */
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
  const parts = numberedColumns(table, meanings);
  const numbers = [...new Set(parts.flatMap((part) => (part === null ? [] : [part.number])))].toSorted((a, b) => a - b);
  return ({ cells }) => {
    const said = (field: NumberedPart["field"], number: number) =>
      withoutHtml(cells.filter((_, i) => parts[i]?.field === field && parts[i].number === number).join("\n"));
    const steps = numbers.map((number) => ({
      action: said("steps", number),
      data: said("data", number),
      expected: said("expected", number),
    }));
    return { steps, data: "", expected: "" };
  };
}

/** Null for columns that are not numbered, or mean something else. */
export function numberedColumns(table: Table, meanings: readonly (string | null)[]): (NumberedPart | null)[] {
  return table.columns(numberedPart).map((part, i) => (part !== null && meanings[i] === part.field ? part : null));
}
