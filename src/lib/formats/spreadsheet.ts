// Reads the cells of a spreadsheet (.xlsx, Office Open XML) as the texts that people see, sheet by sheet.
import { formatOfCode, formatOfNumber, type NumberFormat, numberText, PLAIN } from "./cell-numbers.ts";
import { cellAt, columnNumber, type Merge, mergeOf, spreadMerges } from "./merged-cells.ts";
import { type Attributes, eachElement, parsePart, relationsOf, spreadsheetPart } from "./spreadsheet-parts.ts";
import { withoutControls } from "./untrusted-xml.ts";
import { WrongArchive, type ZipArchive } from "./zip.ts";

export interface SheetRow {
  /** The row's number in the spreadsheet. */
  number: number;
  cells: string[];
  /** Whether one cell takes the whole width. */
  isHeading?: true;
}

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** The path in the archive. */
  path: string;
  /** Rows that aren't empty. */
  rows: SheetRow[];
  merges: Merge[];
  links: CellLink[];
  /** Whether the sheet has pictures, charts, shapes or notes. */
  hasDrawing: boolean;
}

/** Where a click on a cell leads. */
export interface CellLink {
  row: number;
  column: number;
  /** The id of what it refers to; empty for one that says itself where it leads to. */
  relation: string;
  target: string;
}

const WORKBOOK = /^xl\/workbook\d*\.xml$/;
/** What a text can't hold otherwise is written by its number. */
const BY_NUMBER = /_x([\da-fA-F]{4})_/g;
/** What a formula says first that makes a link of its cell. */
const LINKING = /^HYPERLINK\((?:"([^"]*)")?/i;
const MAX_MERGES = 100_000;
/** A sheet allows 65,530 links. */
const MAX_LINKS = 65_536;
const MAX_SHEETS = 100;
/** A spreadsheet allows 65,490 styles of cells. */
const MAX_FORMATS = 65_536;
/** A spreadsheet allows 250 formats of its own, each of 255 characters. */
const MAX_CODES = 1_000;
const MAX_CODE = 255;
/** Empty ones between full ones count, too: each takes memory. */
const MAX_CELLS = 3_000_000;
/** The last column is XFD. */
export const MAX_COLUMNS = 16_384;
/** A text that cells share counts in each of them. */
const MAX_CHARACTERS = 33_554_432;
/** Characters of a cell: more than a spreadsheet allows. */
const MAX_CELL = 100_000;

export function isSpreadsheet({ names }: ZipArchive): boolean {
  return names.some((name) => WORKBOOK.test(name));
}

/** Throws a `WrongArchive`. */
export function readSheets(archive: ZipArchive): Sheet[] {
  const workbook = archive.names.find((name) => WORKBOOK.test(name))!;
  const relations = relationsOf(archive, workbook);
  if (relations.size === 0) throw new WrongArchive("The spreadsheet is broken: save it again.");
  const sheets: { name: string; isHidden: boolean; path: string }[] = [];
  const book = spreadsheetPart(archive, workbook);
  eachElement(book, "sheet", (attributes) => {
    const isHidden = /hidden$/i.test(attributes.state ?? "");
    sheets.push({ name: attributes.name ?? "", isHidden, path: relations.get(relationOf(attributes))?.target ?? "" });
  });
  if (sheets.length > MAX_SHEETS) throw new WrongArchive(`The file has more than ${MAX_SHEETS} sheets.`);
  const shown: ShownAs = { texts: sharedTexts(archive), formats: formatsOf(archive), is1904: false };
  eachElement(book, "workbookPr", ({ date1904 = "" }) => {
    shown.is1904 = date1904 === "1" || date1904 === "true";
  });
  const room: Room = { cells: MAX_CELLS, characters: MAX_CHARACTERS };
  return sheets.flatMap(({ name, isHidden, path }) => {
    const part = path === "" ? undefined : spreadsheetPart(archive, path);
    return part === undefined ? [] : [{ name, isHidden, path, ...contentOf(part, shown, room) }];
  });
}

/** What the cells of all sheets refer to. */
interface ShownAs {
  texts: string[];
  /** Formats under the numbers of cell styles. */
  formats: NumberFormat[];
  /** Whether days are counted from 1904, as old Macs did. */
  is1904: boolean;
}

/** What may still be read before a spreadsheet is too large. */
interface Room {
  cells: number;
  characters: number;
}

/** `r:id`, by whatever prefix a writer calls the namespace. */
function relationOf(attributes: Attributes): string {
  return attributes["r:id"] ?? Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
}

/** Texts that several cells may have are kept in one place. What is only the reading of a name (`rPh`) is no part of it. */
function sharedTexts(archive: ZipArchive): string[] {
  const part = spreadsheetPart(archive, "xl/sharedStrings.xml");
  const texts: string[] = [];
  if (part === undefined) return texts;
  let into: string | null = null;
  let isText = false;
  let isReading = false;
  parsePart(part, {
    open(name) {
      if (name === "si") into = "";
      else if (name === "rPh") isReading = true;
      isText = name === "t";
    },
    close(name) {
      if (name === "si") texts.push(decoded(into ?? ""));
      else if (name === "rPh") isReading = false;
      isText = false;
    },
    text(said) {
      if (isText && !isReading && into !== null && into.length < MAX_CELL) into += said;
    },
  });
  return texts;
}

/** How numbers are shown in cells of each style. */
function formatsOf(archive: ZipArchive): NumberFormat[] {
  const part = spreadsheetPart(archive, "xl/styles.xml");
  const formats: NumberFormat[] = [];
  if (part === undefined) return formats;
  const own = new Map<string, NumberFormat>();
  let isCell = false;
  parsePart(part, {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmt" && own.size < MAX_CODES) own.set(numFmtId, formatOfCode(formatCode.slice(0, MAX_CODE)));
      else if (name === "cellXfs") isCell = true;
      else if (name === "xf" && isCell && formats.length < MAX_FORMATS) {
        formats.push(own.get(numFmtId) ?? formatOfNumber(Number(numFmtId)));
      }
    },
    close(name) {
      if (name === "cellXfs") isCell = false;
    },
  });
  return formats;
}

function contentOf(part: string, shown: ShownAs, room: Room): Pick<Sheet, "rows" | "merges" | "links" | "hasDrawing"> {
  const rows: SheetRow[] = [];
  const links: CellLink[] = [];
  const link = (one: CellLink) => links.length < MAX_LINKS && links.push(one);
  /** Formulas that cells share, by their number: only the first has the text. */
  const shared = new Map<string, string>();
  let hasDrawing = false;
  let row: SheetRow = { number: 0, cells: [] };
  let cell = { column: -1, type: "", style: 0 };
  let said = "";
  /** The formula, shown for a value that the writing program didn't compute. */
  let formula = "";
  let sharedAs: string | null = null;
  let inside: "value" | "formula" | null = null;
  const merges: Merge[] = [];
  parsePart(part, {
    open(name, attributes) {
      if (name === "row") {
        row = { number: Number(attributes.r ?? row.number + 1) || row.number + 1, cells: [] };
        cell = { column: -1, type: "", style: 0 };
      } else if (name === "c") {
        const { r, t: type = "n", s = "0" } = attributes;
        const column = columnOf(r) ?? cell.column + 1;
        if (column >= MAX_COLUMNS) throw new WrongArchive(`The spreadsheet has more than ${MAX_COLUMNS} columns.`);
        cell = { column, type, style: Number(s) };
        [said, formula, sharedAs] = ["", "", null];
      } else if (name === "mergeCell" && merges.length < MAX_MERGES) {
        const merge = mergeOf(attributes.ref ?? "");
        if (merge !== null) merges.push(merge);
      } else if (name === "hyperlink") {
        const { ref = "", location = "" } = attributes;
        link({ ...cellAt(ref), relation: relationOf(attributes), target: location });
      } else if (name === "f" && attributes.t === "shared") sharedAs = attributes.si ?? "";
      else if (name === "drawing" || name === "legacyDrawing") hasDrawing = true;
      inside = name === "v" || name === "t" ? "value" : name === "f" ? "formula" : null;
    },
    close(name) {
      inside = null;
      if (name === "c") {
        const isOpen = said === "" && formula !== "" && cell.type !== "str";
        if (sharedAs !== null && formula !== "" && shared.size < MAX_LINKS) shared.set(sharedAs, formula);
        const linked = formula || shared.get(sharedAs ?? "") || "";
        const [linking, target = linked] = isOpen ? [] : (LINKING.exec(linked) ?? []);
        if (linking !== undefined) link({ row: row.number, column: cell.column, relation: "", target });
        place(row, cell.column, isOpen ? `=${formula}` : textOfCell(cell, said, shown), room);
      }
      if (name === "row" && row.cells.some((text) => text !== "")) rows.push(row);
    },
    text(text) {
      if (inside === "value" && said.length < MAX_CELL) said += text;
      else if (inside === "formula" && formula.length < MAX_CELL) formula += text;
    },
  });
  spreadMerges(rows, merges, (into, column, text) => place(into, column, text, room));
  return { rows, merges, links, hasDrawing };
}

function place({ cells }: SheetRow, column: number, text: string, room: Room): void {
  if (text === "") return;
  room.cells -= Math.max(1, column + 1 - cells.length);
  if (room.cells < 0) throw new WrongArchive(`The spreadsheet has more than ${MAX_CELLS} cells: split it.`);
  room.characters -= text.length;
  if (room.characters < 0) {
    throw new WrongArchive(`The spreadsheet has more than ${MAX_CHARACTERS} characters: split it.`);
  }
  while (cells.length < column) cells.push("");
  cells[column] = text;
}

/** `B7` is in the column 1. Null where a cell does not say where it is: then it follows the one before. */
function columnOf(name: string | undefined): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(name ?? "") ?? [];
  return letters === undefined ? null : columnNumber(letters);
}

function textOfCell({ type, style }: { type: string; style: number }, said: string, shown: ShownAs): string {
  if (type === "s") return shown.texts[Number(said)] ?? "";
  if (type === "str" || type === "inlineStr") return decoded(said);
  if (type === "b") return said === "1" ? "true" : "false";
  if (type === "n") return numberText(said, shown.formats[style] ?? PLAIN, shown.is1904);
  if (type === "d") return said.replace(/T00:00:00(?:\.0+)?Z?$/, "").replace("T", " ");
  return said;
}

function decoded(text: string): string {
  return text.includes("_x")
    ? withoutControls(text.replaceAll(BY_NUMBER, (_, hex: string) => characterOf(hex))).toWellFormed()
    : text;
}

function characterOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
