// Steps that stand in one cell as numbered lines.
import type { ForeignCase, Step } from "./foreign-case.ts";

const NUMBERED = /^\s*(\d{1,4})[.)](?:\s+(.*)|)$/;
/** A line at whose end the quotes close. */
const CLOSED = /(?:^|[^\\])"\s*$/;

/** The texts behind 1, 2, 3 and so on, in their order; null for a text that is not numbered so. */
function numberedLines(text: string): string[] | null {
  return linesBy(text, (number, above) => number === above + 1);
}

/** The texts by their rising numbers, of which some may be missing; null for a text that does not begin with one up to `most`. */
export function linesByNumber(text: string, most: number): string[] | null {
  return linesBy(text, (number, above) => number > above && number <= most);
}

/** Empty texts where a number is missing. What spans several lines in quotes has no numbers inside it. */
function linesBy(text: string, isNext: (number: number, above: number) => boolean): string[] | null {
  const lines = text.replaceAll(/\r\n?/g, "\n").trim().split("\n");
  return itemsOf(lines, isNext, true) ?? itemsOf(lines, isNext, false);
}

/** Null where the quotes do not close, too. */
function itemsOf(
  lines: readonly string[],
  isNext: (number: number, above: number) => boolean,
  minded: boolean,
): string[] | null {
  const items: string[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const found: readonly string[] = isOpen ? [] : (NUMBERED.exec(line) ?? []);
    const [, number, rest = ""] = found;
    if (number !== undefined && isNext(Number(number), items.length)) {
      while (items.length < Number(number) - 1) items.push([]);
      items.push([rest]);
      isOpen = minded && rest.startsWith('"') && !CLOSED.test(rest.slice(1));
    } else if (items.length === 0) return null;
    else {
      items.at(-1)!.push(line.trim());
      isOpen = isOpen && !CLOSED.test(line);
    }
  }
  return isOpen ? null : items.map((item) => item.join("\n").trim());
}

export interface CellSteps {
  steps: Step[];
  /** What could not be told apart by step. */
  data: string;
  expected: string;
  /** What has no place in a step. */
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
