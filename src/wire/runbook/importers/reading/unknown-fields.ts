// All else that a part of another tool's file says, beside what its importer knows: so that nothing of any part is lost in silence.
import type { TextPosition, Tree } from "../../../../lib/formats/text-tree.ts";
import type { XmlElement } from "../../../../lib/formats/xml-tree.ts";
import { withoutHtml } from "../../../../lib/text/html-text.ts";
import { type ForeignCase, keepAside } from "./foreign-case.ts";
import type { ForeignRunbook } from "./foreign-runbook.ts";
import { jsonText } from "./json-fields.ts";
import type { Table } from "./table.ts";

interface Said {
  field: string;
  value: string;
}

export const ONLY_TITLE = "a section has only a title";
export const ONLY_SECTIONS = "an app has sections only";

/** Attributes that say how a file is to be read. */
const OF_FILE = /^(?:xmlns|xsi:|xml:)/;

/** The fields of an element that aren't known, with their text. */
function restOf({ attributes, text, children }: XmlElement, known: ReadonlySet<string>): Said[] {
  const fields = Object.entries(attributes).map(([field, value]) => ({ field, value }));
  return [
    ...fields.filter(({ field }) => !known.has(field) && !OF_FILE.test(field)),
    { field: "text", value: known.has("text") ? "" : text },
    ...children.filter(({ name }) => !known.has(name)).map((child) => ({ field: child.name, value: saidIn(child) })),
  ].filter(({ value }) => value.trim() !== "");
}

/** The text of an element with its attributes and all that is inside it. */
function saidIn({ attributes, text, children }: XmlElement): string {
  const fields = Object.entries(attributes).filter(([, value]) => value !== "");
  const own = fields.map(([name, value]) => `${name}: ${value}`).join(", ");
  return [own, withoutHtml(text), ...children.map(saidIn)]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
}

/** `whose` follows the names of the fields: "of a step". */
export function keepRest(
  one: ForeignCase,
  element: XmlElement | undefined,
  known: ReadonlySet<string>,
  whose: string,
): void {
  if (element === undefined) return;
  for (const { field, value } of restOf(element, known)) keepAside(one, named(field, whose), value);
}

export function leaveOutRest(
  runbook: ForeignRunbook,
  element: XmlElement | undefined,
  known: ReadonlySet<string>,
  { whose, why }: { whose: string; why: string },
): void {
  if (element === undefined) return;
  for (const { field } of restOf(element, known)) runbook.leaveOut(named(field, whose), why, element.at);
}

/** Ids that a column has of suites, which every case in them repeats: each but those that are known, where it stands first. */
export function leaveOutSuiteIds(
  runbook: ForeignRunbook,
  table: Table,
  key: string,
  { why, known = [] }: { why: string; known?: Iterable<string> },
): void {
  const told = new Set(["", ...known]);
  const name = table.names[table.columns((one) => one).indexOf(key)] ?? key;
  for (const row of table.rows) {
    const id = table.cell(row, key);
    if (!told.has(id)) runbook.leaveOut(named(name, "of a suite"), why, row.at);
    told.add(id);
  }
}

function jsonRestOf(tree: Tree, known: ReadonlySet<string>): Said[] {
  if (tree.kind !== "fields") return [{ field: "text", value: jsonText(tree) }];
  return tree.entries
    .filter(({ key }) => !known.has(key))
    .map(({ key, value }) => ({ field: key, value: jsonText(value) }))
    .filter(({ value }) => value.trim() !== "");
}

export function keepJsonRest(one: ForeignCase, tree: Tree, known: ReadonlySet<string>, whose: string): void {
  for (const { field, value } of jsonRestOf(tree, known)) keepAside(one, named(field, whose), value);
}

export function leaveOutJsonRest(
  runbook: ForeignRunbook,
  tree: Tree,
  known: ReadonlySet<string>,
  { whose, why, at }: { whose: string; why: string; at: TextPosition },
): void {
  for (const { field } of jsonRestOf(tree, known)) runbook.leaveOut(named(field, whose), why, at);
}

function named(field: string, whose: string): string {
  return whose === "" ? field : `${field} ${whose}`;
}

/** Texts in the order of their numbers if each has a number of its own; otherwise as they are. */
export function inOrder<One>(elements: readonly One[], numberOf: (element: One) => string): One[] {
  const numbers = elements.map((element) => numberOf(element).trim());
  const isNumbered = new Set(numbers).size === numbers.length && numbers.every((number) => /^\d{1,9}$/.test(number));
  if (!isNumbered) return [...elements];
  return elements
    .map((element, i) => ({ element, number: Number(numbers[i]) }))
    .toSorted((a, b) => a.number - b.number)
    .map(({ element }) => element);
}
