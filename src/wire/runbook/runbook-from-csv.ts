// Makes a runbook of a table of checks. What stands in columns of statuses is for reading only.
import type { z } from "zod";
import { MAX_CHECKS, MAX_INSTRUCTIONS, MAX_SECTIONS } from "../../domain/limits.ts";
import type { FileCheck, FileSection, RunbookFile } from "../../domain/runbook/runbook-file.ts";
import { type Cell, type CsvRow, readCsv } from "../../lib/formats/csv.ts";
import { Mistake, type TextPosition } from "../../lib/formats/text-tree.ts";
import { longText } from "../../lib/schema/fields.ts";
import { didYouMean, nearestWord } from "../../lib/text/did-you-mean.ts";
import { quote, splitList } from "../../lib/text/text.ts";
import { platformCodes, ref, title } from "../fields.ts";

export const CSV_COLUMNS = ["section_ref", "section", "ref", "title", "instructions", "not_applicable"] as const;
export const STATUS_COLUMN = "status:";

type Column = (typeof CSV_COLUMNS)[number];
type Cells = Partial<Record<Column, Cell>>;

const INSTRUCTIONS = longText(MAX_INSTRUCTIONS, 0);

/** Whether the columns are our own, some of them perhaps misspelt; a list of titles without sections may be anybody's. */
export function isOwnTable(names: readonly string[]): boolean {
  const words = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  const isOwn = (word: string) => (CSV_COLUMNS as readonly string[]).includes(word);
  const isNear = (word: string) => word.startsWith(STATUS_COLUMN) || nearestWord(word, CSV_COLUMNS) !== undefined;
  const hasSections = words.some((word) => nearestWord(word, CSV_COLUMNS.slice(0, 2)) !== undefined);
  return hasSections && words.some(isOwn) && words.every((word) => isOwn(word) || isNear(word));
}

/** Throws a mistake. */
export function runbookFromCsv(text: string, placeOf: (at: number) => TextPosition): RunbookFile {
  const [header, ...rows] = readCsv(text);
  const columns = columnsOf(header ?? []);
  const sections = new Map<string, FileSection>();
  const refs = new Set<string>();
  let checks = 0;
  for (const row of rows) {
    const cells = cellsOf(row, columns);
    const section = sectionOf(cells, row, sections, placeOf);
    const check = checkOf(cells, row, placeOf);
    if (check === null) continue;
    if (check.ref !== null && refs.has(check.ref)) {
      throw new Mistake(cells.ref!.at, `the check ref ${quote(check.ref)} appears twice; give it once`);
    }
    if (check.ref !== null) refs.add(check.ref);
    if (++checks > MAX_CHECKS) throw new Mistake(row[0]!.at, `an app has at most ${MAX_CHECKS} checks`);
    section.checks.push(check);
  }
  return { name: null, platforms: null, sections: [...sections.values()] };
}

function columnsOf(header: CsvRow): (Column | null)[] {
  const columns = header.map(({ text, at }) => {
    const name = text.trim();
    if (name === "" || name.startsWith(STATUS_COLUMN)) return null;
    const column = CSV_COLUMNS.find((known) => known === name.toLowerCase());
    if (column !== undefined) return column;
    const help = didYouMean(name, CSV_COLUMNS, `expected ${CSV_COLUMNS.join(", ")}`);
    throw new Mistake(at, `unknown column ${quote(name)}; ${help}`);
  });
  const twice = columns.findIndex((column, i) => column !== null && columns.indexOf(column) !== i);
  if (twice !== -1) throw new Mistake(header[twice]!.at, `the column ${quote(columns[twice]!)} appears twice`);
  if (!columns.includes("title") || !(columns.includes("section") || columns.includes("section_ref"))) {
    throw new Mistake(0, "the first line must name the columns; title and section (or section_ref) are required");
  }
  return columns;
}

function cellsOf(row: CsvRow, columns: readonly (Column | null)[]): Cells {
  const cells: Cells = {};
  for (const [i, cell] of row.entries()) {
    const column = columns[i];
    if (column === undefined && cell.text !== "") throw new Mistake(cell.at, "this row has more cells than the first");
    if (column !== undefined && column !== null) cells[column] = cell;
  }
  return cells;
}

/** Rows with one section_ref, or without one with one section, belong to one section. */
function sectionOf(
  cells: Cells,
  row: CsvRow,
  sections: Map<string, FileSection>,
  placeOf: (at: number) => TextPosition,
): FileSection {
  const sectionRef = textOf(cells.section_ref, ref, "section_ref");
  const name = textOf(cells.section, title, "section");
  if (sectionRef === null && name === null) throw new Mistake(row[0]!.at, "section: required");
  const key = sectionRef === null ? `title ${name}` : `ref ${sectionRef}`;
  let section = sections.get(key);
  if (section === undefined) {
    if (sections.size >= MAX_SECTIONS) throw new Mistake(row[0]!.at, `an app has at most ${MAX_SECTIONS} sections`);
    section = { at: placeOf(row[0]!.at), ref: sectionRef, title: name, checks: [] };
    sections.set(key, section);
  } else if (name !== null && section.title !== null && name !== section.title) {
    throw new Mistake(cells.section!.at, `the section ${quote(sectionRef!)} is called ${quote(section.title)} above`);
  } else section.title ??= name;
  return section;
}

/** Null for a row that only names a section. */
function checkOf(cells: Cells, row: CsvRow, placeOf: (at: number) => TextPosition): FileCheck | null {
  const isEmpty = (column: Column) => (cells[column]?.text.trim() ?? "") === "";
  if (CSV_COLUMNS.slice(2).every(isEmpty)) return null;
  const name = textOf(cells.title, title, "title");
  if (name === null) throw new Mistake(cells.title?.at ?? row[0]!.at, "title: required");
  const marks = cells.not_applicable;
  const codes = marks && splitList(marks.text);
  return {
    at: placeOf(marks?.at ?? row[0]!.at),
    ref: textOf(cells.ref, ref, "ref"),
    title: name,
    ...(cells.instructions === undefined
      ? {}
      : { instructions: parsed(cells.instructions, INSTRUCTIONS, cells.instructions.text, "instructions") || null }),
    ...(codes === undefined ? {} : { notApplicable: parsed(marks!, platformCodes, codes, "not_applicable") }),
  };
}

function textOf(cell: Cell | undefined, schema: z.ZodType<string>, column: Column): string | null {
  return cell === undefined || cell.text.trim() === "" ? null : parsed(cell, schema, cell.text, column);
}

function parsed<T>(cell: Cell, schema: z.ZodType<T>, value: unknown, column: Column): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new Mistake(cell.at, `${column}: ${read.error.issues[0]!.message}`);
}
