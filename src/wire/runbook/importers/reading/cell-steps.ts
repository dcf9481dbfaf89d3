// The steps of a case whose table has one cell for all of them.
import type { ForeignCase, Step } from "./foreign-case.ts";
import { linesByNumber, numberedLines } from "./numbered-lines.ts";

export interface CellSteps {
  steps: Step[];
  /** Test data that couldn't be told apart by step. */
  data: string;
  expected: string;
  /** Fields that have no place in a step. */
  others?: ForeignCase["others"];
}

/** The steps of cells that each have one text, or numbered ones: what is numbered otherwise than the steps is no part of them. */
export function stepsOfCells(action: string, data: string, expected: string): CellSteps {
  const actions = numberedLines(action);
  if (actions === null) return { steps: [{ action, data, expected }], data: "", expected: "" };
  const split = (text: string) => {
    const items = numberedLines(text);
    if (items !== null && items.length >= actions.length) return items.length === actions.length ? items : null;
    return linesByNumber(text, actions.length);
  };
  const [ofData, ofExpected] = [split(data), split(expected)];
  const steps = actions.map((one, i) => ({ action: one, data: ofData?.[i] ?? "", expected: ofExpected?.[i] ?? "" }));
  return { steps, data: ofData === null ? data : "", expected: ofExpected === null ? expected : "" };
}
