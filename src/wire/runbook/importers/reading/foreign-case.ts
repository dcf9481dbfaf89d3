// A case of another tool, as its file says it, and the instructions that become of it.
import type { TextPosition } from "../../../../lib/formats/text-tree.ts";
import { cleanText } from "../../../../lib/text/text.ts";
import { withoutPlaces } from "./numbered-lines.ts";

export interface Step {
  action: string;
  data: string;
  expected: string;
}

/** A piece of text; the heading may be left out where nothing stands beside it. */
export interface TextBlock {
  heading: string;
  text: string;
}

export interface ForeignCase {
  at: TextPosition;
  /** The tool's own id of the case. */
  id: string | null;
  /** The sections it is in, from the top; empty for none. */
  path: readonly string[];
  title: string;
  /** Texts in front of the steps. */
  before: TextBlock[];
  steps: Step[];
  /** Texts behind the steps. */
  after: TextBlock[];
  /** Fields that have no place in a check. */
  others: { field: string; value: string; why?: string }[];
}

export function emptyCase(at: TextPosition): ForeignCase {
  return { at, id: null, path: [], title: "", before: [], steps: [], after: [], others: [] };
}

/** Headings that come first, whatever the order in the file. */
const FIRST = ["", "Preconditions"];

/** Adds a text unless it is empty. */
export function addText(blocks: TextBlock[], heading: string, text: string): void {
  const said = tidy(text);
  if (said !== "") blocks.push({ heading, text: said });
}

export function keepAside({ others }: ForeignCase, field: string, value: string, why?: string): void {
  const said = tidy(value);
  if (said !== "") others.push({ field, value: said, ...(why === undefined ? {} : { why }) });
}

/** Empty for a case that says nothing but its title. */
export function instructionsOf({ before, steps, after }: ForeignCase): string {
  const told = steps.map(({ action, data, expected }) => ({
    action: tidy(action),
    data: tidy(data),
    expected: tidy(expected),
  }));
  const numbered = told.filter(({ action, data, expected }) => action !== "" || data !== "" || expected !== "");
  const [actions, expectations] = [
    withoutPlaces(numbered.map(({ action }) => action)),
    withoutPlaces(numbered.map(({ expected }) => expected)),
  ];
  const list = numbered
    .map(({ data }, i) => stepText(i + 1, { action: actions[i]!, data, expected: expectations[i]! }))
    .join("\n");
  const rank = ({ heading }: TextBlock) => (FIRST.includes(heading) ? FIRST.indexOf(heading) : FIRST.length);
  const blocks = [
    ...before.toSorted((a, b) => rank(a) - rank(b)),
    ...(list === "" ? [] : [{ heading: STEPS, text: list }]),
    ...after.toSorted((a, b) => lateRank(a) - lateRank(b)),
  ];
  const [only] = blocks;
  if (blocks.length === 1 && only!.heading === STEPS) return only!.text;
  return blocks.map(blockText).join("\n\n");
}

/** What results, then what has no heading, then all else. */
function lateRank({ heading }: TextBlock): number {
  return heading === EXPECTED ? 0 : heading === "" ? 1 : 2;
}

export const STEPS = "Steps";
export const EXPECTED = "Expected result";

function blockText({ heading, text }: TextBlock): string {
  if (heading === "") return text;
  return text.includes("\n") || text.length > 80 ? `${heading}:\n${text}` : `${heading}: ${text}`;
}

function stepText(number: number, { action, data, expected }: Step): string {
  const first = `${number}. `;
  const lines = action.split("\n");
  if (data !== "") lines.push(...`Data: ${data}`.split("\n"));
  if (expected !== "") lines.push(...`Expected: ${expected}`.split("\n"));
  const said = action === "" ? lines.slice(1) : lines;
  return said
    .map((line, i) => (i === 0 ? `${first}${line}` : line === "" ? "" : `${" ".repeat(first.length)}${line}`))
    .join("\n");
}

/** Lines as everybody ends them, without blanks at their ends. */
export function tidy(text: string): string {
  return cleanText(text)
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}
