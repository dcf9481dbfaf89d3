// Finds the tool that a file is of, and reads it.

import type { RunbookFile } from "../../../domain/runbook/runbook-file.ts";
import { type CsvRow, readCsvRows } from "../../../lib/formats/csv.ts";
import { readJsonTree } from "../../../lib/formats/json-tree.ts";
import { MAX_COLUMNS } from "../../../lib/formats/spreadsheet.ts";
import type { TextPosition, Tree } from "../../../lib/formats/text-tree.ts";
import { readXmlTree } from "../../../lib/formats/xml-tree.ts";
import { LOOKED_AT } from "../../results/reports/reading/first-bytes.ts";
import { REPORT_FORMATS, recogniseReport } from "../../results/reports/report-formats.ts";
import { statusColumnsIn, statusHeader } from "../../results/reports/table/table-columns.ts";
import { IMPORTER_NAMES, IMPORTERS, type ImporterName } from "./importer-registry.ts";
import type { ShownColumn } from "./reading/column-fields.ts";
import { type ForeignOptions, ForeignRunbook, WrongFile } from "./reading/foreign-runbook.ts";
import type { Importer } from "./reading/importer.ts";
import { AS_RESULTS, fieldName, IS_RESULT, type LeftOut, NO_SUCH_FIELD } from "./reading/left-out.ts";
import { Table, type TableRow } from "./reading/table.ts";
import { guessColumns } from "./table/guess-columns.ts";
import { hasColumns, meaningsOf, showColumns } from "./table/match-columns.ts";

export interface ForeignFile {
  format: ImporterName;
  file: RunbookFile;
  leftOut: LeftOut[];
  /** Columns, if it is a table. */
  columns: ShownColumn[];
}

export interface ForeignAsked extends ForeignOptions {
  /** The importer; null takes the one that recognises the file. */
  importer: ImporterName | null;
}

type Shape = Exclude<keyof Importer, "label">;

const SHAPES: Record<Shape, string> = { table: "a table", xml: "XML", json: "JSON", text: "plain text" };
/** Suites within suites take two levels each. */
const MAX_JSON_DEPTH = 200;
/** Rows in which the names of columns are looked for, as some programs write a heading above them. */
const ROWS_ABOVE = 5;

export function isXml(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** Throws a mistake or a `WrongFile`. */
export function readForeignXml(text: string, asked: ForeignAsked): ForeignFile {
  const root = readXmlTree(text);
  const name = importerOf("xml", asked, (one) => IMPORTERS[one].xml?.recognises(root) === true);
  if (name === null) {
    const report = recogniseReport(Buffer.from(text.slice(0, LOOKED_AT)));
    if (report !== null) {
      const { label } = REPORT_FORMATS[report];
      throw new WrongFile(null, `This is no runbook: it says what came of tests (${label}). Send it ${AS_RESULTS}`);
    }
    throw new WrongFile(null, `The XML file is of no tool that is known: it begins with <${root.name.slice(0, 60)}>`);
  }
  return readBy(name, asked, (importer, runbook) => importer.xml!.read(root, runbook));
}

/** The document is given back where no tool knows it: it may be a runbook. Throws a mistake or a `WrongFile`. */
export function readForeignJson(
  text: string,
  asked: ForeignAsked,
  placeOf: (at: number) => TextPosition,
): ForeignFile | Tree {
  const tree = readJsonTree(text, MAX_JSON_DEPTH);
  const document = { tree, placeOf };
  const name = importerOf("json", asked, (one) => IMPORTERS[one].json?.recognises(document) === true);
  return name === null ? tree : readBy(name, asked, (importer, runbook) => importer.json!.read(document, runbook));
}

/** Null where no tool knows it. Throws a `WrongFile`. */
export function readForeignText(text: string, asked: ForeignAsked): ForeignFile | null {
  const name = importerOf("text", asked, (one) => IMPORTERS[one].text?.recognises(text) === true);
  return name === null ? null : readBy(name, asked, (importer, runbook) => importer.text!.read(text, runbook));
}

/** How clearly a table has cases: 3 for matched columns or another tool's, 0 for none that is known. */
export function rankOf(rows: readonly TableRow[], { importer, columns }: ForeignAsked): number {
  const ranks = tablesIn(rows).map((table) => {
    if (columns !== null) return hasColumns(table, columns) ? 3 : 0;
    if (importer !== null && importer !== "table") return recognises(importer, table) ? 3 : 0;
    if (importer === null && IMPORTER_NAMES.some((name) => name !== "table" && recognises(name, table))) return 3;
    if (!recognises("table", table)) return 0;
    return fieldsIn(table) > 1 ? 2 : 1;
  });
  return Math.max(0, ...ranks);
}

/** Null for a table that only the general importer could read. Throws a `WrongFile`. */
export function readForeignTable(rows: readonly TableRow[], asked: ForeignAsked): ForeignFile | null {
  if (asked.importer === "table") return readAnyTable(rows, asked);
  const tables = tablesIn(rows);
  for (const table of tables) {
    const name = importerOf("table", asked, (one) => one !== "table" && recognises(one, table));
    if (name === null || (asked.importer !== null && !recognises(name, table) && table !== tables.at(-1))) continue;
    return readTable(name, recognises(name, table) ? table : tables[0]!, tables, asked);
  }
  return null;
}

/** Throws a `WrongFile`. */
export function readAnyTable(rows: readonly TableRow[], asked: ForeignAsked): ForeignFile {
  const tables = tablesIn(rows);
  const { columns } = asked;
  const isMeant = (table: Table) => (columns === null ? recognises("table", table) : hasColumns(table, columns));
  const first = tables.find(isMeant) ?? tables[0]!;
  // Names of columns may take two rows, of which the lower one says more.
  const next = tables[tables.indexOf(first) + 1];
  const isNext =
    columns === null && next !== undefined && recognises("table", next) && fieldsIn(next) > fieldsIn(first);
  return readTable("table", isNext ? next : first, tables, asked);
}

/** Throws a mistake or a `WrongFile`. */
export function tableRows(text: string, placeOf: (at: number) => TextPosition): TableRow[] {
  return readCsvRows(text).map((row: CsvRow) => {
    const at = placeOf(row[0]!.at);
    if (row.length > MAX_COLUMNS) throw new WrongFile(at, `a table has at most ${MAX_COLUMNS} columns`);
    return { at, cells: row.map((cell) => cell.text) };
  });
}

function tablesIn(rows: readonly TableRow[]): Table[] {
  return rows.slice(0, ROWS_ABOVE).map((row, i) => new Table(row, rows.slice(i + 1)));
}

function fieldsIn(table: Table): number {
  return guessColumns(table).filter((field) => field !== null).length;
}

function recognises(name: ImporterName, table: Table): boolean {
  const importer: Importer = IMPORTERS[name];
  return importer.table?.recognises(table) === true;
}

function readTable(name: ImporterName, table: Table, tables: readonly Table[], asked: ForeignAsked): ForeignFile {
  const read = readBy(name, asked, (importer, runbook) => {
    for (const { header } of tables.slice(0, tables.indexOf(table))) {
      runbook.leaveOut(header.cells.find((cell) => cell.trim() !== "") ?? "", "it stands above the columns", header.at);
    }
    importer.table!.read(table, runbook);
  });
  const leftOut = tellOfResults(read.leftOut, table);
  const columns = showColumns(table, name === "table" ? meaningsOf(table, asked) : guessColumns(table));
  return { ...read, leftOut, columns };
}

/** Says of columns that tell what passed and failed how they are sent as results. */
function tellOfResults(leftOut: LeftOut[], { header, names, rows }: Table): LeftOut[] {
  const found = statusHeader([header.cells]);
  if (found === null) return leftOut;
  const fields = statusColumnsIn(found.columns, rows).map((place) => fieldName(names[place] ?? ""));
  return leftOut.map((one) =>
    fields.includes(one.field) && one.why === NO_SUCH_FIELD ? { ...one, why: IS_RESULT } : one,
  );
}

/** The importer that was named, or the first that knows the file. Throws a `WrongFile` if a named one doesn't. */
function importerOf(
  shape: Shape,
  { importer: asked }: ForeignAsked,
  knows: (name: ImporterName) => boolean,
): ImporterName | null {
  if (asked === null) return IMPORTER_NAMES.find((name) => knows(name)) ?? null;
  const importer: Importer = IMPORTERS[asked];
  if (importer[shape] !== undefined) return asked;
  const others = (Object.keys(SHAPES) as Shape[])
    .filter((one) => importer[one] !== undefined)
    .map((one) => SHAPES[one]);
  throw new WrongFile(null, `A file of ${importer.label} is ${others.join(" or ")}; this is ${SHAPES[shape]}`);
}

function readBy(
  name: ImporterName,
  asked: ForeignAsked,
  read: (importer: Importer, runbook: ForeignRunbook) => void,
): ForeignFile {
  const runbook = new ForeignRunbook(asked);
  read(IMPORTERS[name], runbook);
  return { format: name, ...runbook.finish(), columns: [] };
}
