// Steps that stand in one cell as numbered lines.
import type { Step } from "./foreign-case.ts";

const NUMBERED = /^\s*(\d{1,4})[.)](?:\s+(.*)|)$/;

/** The texts behind 1, 2, 3 and so on, in their order; null for a text that is not numbered so. */
export function numberedLines(text: string): string[] | null {
  const items: string[][] = [];
  for (const line of text.replaceAll(/\r\n?/g, "\n").trim().split("\n")) {
    const [, number, rest = ""] = NUMBERED.exec(line) ?? [];
    if (number !== undefined && Number(number) === items.length + 1) items.push([rest]);
    else if (items.length === 0) return null;
    else items.at(-1)!.push(line.trim());
  }
  return items.map((lines) => lines.join("\n").trim());
}

export interface CellSteps {
  steps: Step[];
  /** What could not be told apart by step. */
  data: string;
  expected: string;
}

/** The steps of cells that each have one text, or as many numbered ones. */
export function stepsOfCells(action: string, data: string, expected: string): CellSteps {
  const actions = numberedLines(action);
  if (actions === null) return { steps: [{ action, data, expected }], data: "", expected: "" };
  const split = (text: string) => {
    const items = numberedLines(text);
    return items !== null && items.length <= actions.length ? items : null;
  };
  const [ofData, ofExpected] = [split(data), split(expected)];
  const steps = actions.map((one, i) => ({ action: one, data: ofData?.[i] ?? "", expected: ofExpected?.[i] ?? "" }));
  return { steps, data: ofData === null ? data : "", expected: ofExpected === null ? expected : "" };
}
