// Reads the cases of a table once it is known what each of its columns means. A case may take several rows, one for each step.

import { MAX_TITLE } from "../../../../domain/limits.ts";
import { plainWords } from "../../../../lib/text/plain-words.ts";
import { type CellSteps, stepsOfCells } from "./cell-steps.ts";
import { COLUMN_FIELDS, type ColumnField } from "./column-fields.ts";
import { addText, EXPECTED, emptyCase, type ForeignCase, keepAside, STEPS } from "./foreign-case.ts";
import type { ForeignRunbook } from "./foreign-runbook.ts";
import type { Table, TableRow } from "./table.ts";

/**
 * Beside the fields: `group` ties the rows of a case together and is no id of it; `text` is kept under the column's name; `said` says
 * nothing that another column does not say; null has no place.
 */
export type ColumnMeaning = ColumnField | "group" | "text" | "said" | null;

const ONE_SECTION = "a check is in one section";

export interface TableReading {
  meanings: readonly ColumnMeaning[];
  /** The path of a row's section, where that takes more than its cells of `section`. */
  pathOf?(row: TableRow): string[];
  /** Transforms a text, such as HTML into plain text. */
  clean?(text: string): string;
  /** Steps that the table has in a form of its own, and what is said of no single one of them. */
  stepsOf?(row: TableRow): CellSteps;
}

/** The cells of one row by what they mean, and all names of its section's path together. */
type RowCells = Record<ColumnField | "group" | "path", string>;

interface OpenCase {
  one: ForeignCase;
  cells: RowCells;
  /** The texts of each row. */
  told: { action: string; data: string; expected: string }[];
  /** The text of each column so far, so that a row that repeats it adds nothing. */
  said: Map<number, string>;
}

export function readTableCases(table: Table, reading: TableReading, runbook: ForeignRunbook): void {
  let open: OpenCase | null = null;
  let heading: string[] = [];
  for (const row of table.rows) {
    if (row.isHeading) {
      if (open !== null) finish(open, runbook);
      open = null;
      heading = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
      runbook.section(heading, row.at);
      continue;
    }
    const cells = cellsOf(row, reading);
    if (isOnlySection(row, reading)) {
      if (open !== null) finish(open, runbook);
      open = null;
      heading = pathOfRow(row, cells, reading);
      runbook.section(heading, row.at);
      continue;
    }
    if (open === null || !isContinued(open.cells, cells)) {
      if (open !== null) finish(open, runbook);
      open = begin(row, cells, reading);
      if (cells.path === "") open.one.path = heading;
      else heading = [];
    }
    addRow(open, table, row, cells, reading);
  }
  if (open !== null) finish(open, runbook);
}

function cellsOf(row: TableRow, reading: TableReading): RowCells {
  const { meanings, clean } = reading;
  const cells = { group: "", path: "" } as RowCells;
  for (const field of COLUMN_FIELDS) cells[field] = "";
  for (const [i, meaning] of meanings.entries()) {
    const text = row.cells[i]?.trim() ?? "";
    if (text === "" || meaning === null || meaning === "text" || meaning === "said") continue;
    const told = clean === undefined || isName(meaning) ? text : clean(text);
    if (cells[meaning] === "") cells[meaning] = told;
    else if (cells[meaning] !== told) cells[meaning] += `\n${told}`;
  }
  const path = pathOfRow(row, cells, reading);
  cells.path = path.filter((name) => name.trim() !== "").join("\0");
  return cells;
}

function isName(meaning: ColumnMeaning): boolean {
  return meaning === "title" || meaning === "ref" || meaning === "section" || meaning === "group";
}

/** Whether a row continues the case above: it has no name of its own, or the same id. */
function isContinued(above: RowCells, row: RowCells): boolean {
  const { group, ref, title } = row;
  if (group !== "") return group === above.group && (title === "" || title === above.title);
  if (ref !== "") return ref === above.ref && (title === "" || title === above.title);
  return title === "" || isNextStep(above, row);
}

/** Where there are no ids, a row that repeats the name of the case above has another step of it. */
function isNextStep(above: RowCells, row: RowCells): boolean {
  const isSame = (field: "title" | "path" | "preconditions") => row[field] === "" || row[field] === above[field];
  const hasStep = ({ steps, expected }: RowCells) => steps !== "" || expected !== "";
  const isOther = row.steps !== above.steps || row.expected !== above.expected;
  const hasNoId = above.ref === "" && above.group === "";
  return (
    hasNoId && isSame("title") && isSame("path") && isSame("preconditions") && hasStep(above) && hasStep(row) && isOther
  );
}

function begin(row: TableRow, cells: RowCells, reading: TableReading): OpenCase {
  const one = emptyCase(row.at);
  one.id = cells.ref === "" ? null : cells.ref;
  one.title = cells.title;
  one.path = pathOfRow(row, cells, reading);
  return { one, cells, told: [], said: new Map() };
}

/** Several columns of sections stand below each other. */
function pathOfRow(row: TableRow, { section }: RowCells, { pathOf }: TableReading): string[] {
  return pathOf?.(row) ?? section.split("\n").map((name) => name.trim());
}

/** Whether the row names a section and nothing else. */
function isOnlySection({ cells }: TableRow, { meanings }: TableReading): boolean {
  const told = [...cells.entries()].filter(([, text]) => text.trim() !== "");
  return told.length > 0 && told.every(([i]) => meanings[i] === "section");
}

function addRow(open: OpenCase, table: Table, row: TableRow, cells: RowCells, reading: TableReading): void {
  const { one, told, said } = open;
  const { meanings, clean, stepsOf } = reading;
  // A path that is longer is cut, which is listed by itself.
  const inPath = cells.path.length > MAX_TITLE ? null : new Set(wordsOf(cells.path));
  const own = stepsOf?.(row);
  if (own !== undefined) addSteps(one, own);
  for (const [i, meaning] of meanings.entries()) {
    const text = row.cells[i]?.trim() ?? "";
    if (text === "" || said.get(i) === text) continue;
    said.set(i, text);
    const [name, plain] = [table.names[i]!, clean?.(text) ?? text];
    if (meaning === null) keepAside(one, name === "" ? `column ${i + 1}` : name, plain);
    else if (meaning === "text") addText(one.after, name, plain);
    else if (meaning === "description") addText(one.before, "", plain);
    else if (meaning === "preconditions") addText(one.before, "Preconditions", plain);
    else if (meaning === "notes") addText(one.after, "", plain);
    // A path that is told by other columns seldom lacks it.
    else if (meaning === "section" && inPath !== null && !wordsOf(text).every((word) => inPath.has(word))) {
      keepAside(one, name, text, ONE_SECTION);
    }
  }
  const isElsewhere = cells.path !== "" && open.cells.path !== "" && cells.path !== open.cells.path;
  if (isElsewhere) keepAside(one, "section", cells.path.replaceAll("\0", " / "), ONE_SECTION);
  for (const extra of row.cells.slice(meanings.length)) keepAside(one, "cells without a column", extra);
  if (cells.steps !== "" || cells.data !== "" || cells.expected !== "") {
    told.push({ action: cells.steps, data: cells.data, expected: cells.expected });
  }
}

function wordsOf(text: string): string[] {
  return plainWords(text)
    .split(" ")
    .filter((word) => word !== "");
}

function addSteps(one: ForeignCase, { steps, data, expected, others = [] }: CellSteps): void {
  one.steps.push(...steps);
  addText(one.after, "Data", data);
  addText(one.after, EXPECTED, expected);
  one.others.push(...others);
}

function finish({ one, told }: OpenCase, runbook: ForeignRunbook): void {
  const [only] = told;
  if (told.length === 1 && only!.action === "" && one.steps.length > 0) {
    // It is said of all the steps that the table has in a form of its own.
    addSteps(one, { ...only!, steps: [] });
  } else if (
    told.length === 1 &&
    only!.data === "" &&
    only!.expected === "" &&
    stepsOfCells(only!.action, "", "").steps.length === 1
  ) {
    // One text, however long, is no list of steps.
    addText(one.before, STEPS, only!.action);
  } else {
    for (const { action, data, expected } of told) {
      if (told.length === 1) addSteps(one, stepsOfCells(action, data, expected));
      else one.steps.push({ action, data, expected });
    }
  }
  runbook.add(one);
}
