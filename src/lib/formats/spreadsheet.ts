// Reads the cells of a spreadsheet (.xlsx, Office Open XML) as the texts that people see, sheet by sheet.
import { decodeText } from "../text/decode-text.ts";
import { columnNumber, type Merge, mergeOf, spreadMerges } from "./merged-cells.ts";
import { untrustedXmlParser, withoutControls } from "./untrusted-xml.ts";
import { WrongArchive, type ZipArchive } from "./zip.ts";

export interface SheetRow {
  /** As the spreadsheet counts it. */
  number: number;
  cells: string[];
  /** One cell takes all of its width. */
  isHeading?: true;
}

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Those that are not empty. */
  rows: SheetRow[];
}

const WORKBOOK = /^xl\/workbook\d*\.xml$/;
/** What a text can't hold otherwise is written by its number. */
const BY_NUMBER = /_x([\da-fA-F]{4})_/g;
const MAX_MERGES = 100_000;
const MAX_SHEETS = 100;
/** Empty ones between full ones count, too: each takes memory. */
const MAX_CELLS = 3_000_000;
/** The last column is XFD. */
export const MAX_COLUMNS = 16_384;
/** A text that cells share counts in each of them. */
const MAX_CHARACTERS = 33_554_432;
/** Longer than a spreadsheet allows. */
const MAX_CELL = 100_000;

export function isSpreadsheet({ names }: ZipArchive): boolean {
  return names.some((name) => WORKBOOK.test(name));
}

/** Throws a `WrongArchive`. */
export function readSheets(archive: ZipArchive): Sheet[] {
  const targets = new Map<string, string>();
  const workbook = archive.names.find((name) => WORKBOOK.test(name))!;
  walk(
    partOf(archive, workbook.replace("xl/", "xl/_rels/").concat(".rels")),
    "Relationship",
    ({ Id = "", Target = "" }) => {
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  );
  const sheets: { name: string; isHidden: boolean; path: string }[] = [];
  walk(partOf(archive, workbook), "sheet", (attributes) => {
    const isHidden = /hidden$/i.test(attributes.state ?? "");
    sheets.push({ name: attributes.name ?? "", isHidden, path: targets.get(relationOf(attributes)) ?? "" });
  });
  if (sheets.length > MAX_SHEETS) throw new WrongArchive(`The file has more than ${MAX_SHEETS} sheets.`);
  const shared = sharedTexts(archive);
  const room: Room = { cells: MAX_CELLS, characters: MAX_CHARACTERS };
  return sheets.flatMap(({ name, isHidden, path }) => {
    const part = path === "" ? undefined : partOf(archive, path);
    return part === undefined ? [] : [{ name, isHidden, rows: rowsOf(part, shared, room) }];
  });
}

/** What is left of what a spreadsheet may hold. */
interface Room {
  cells: number;
  characters: number;
}

/** `r:id`, by whatever prefix a writer calls the namespace. */
function relationOf(attributes: Attributes): string {
  return attributes["r:id"] ?? Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
}

function partOf(archive: ZipArchive, path: string): string | undefined {
  const bytes = archive.read(path);
  if (bytes === undefined) return undefined;
  const text = decodeText(bytes);
  if (text === null) throw new WrongArchive("The spreadsheet is broken: save it again.");
  return withoutControls(text);
}

type Attributes = Record<string, string>;

interface Handlers {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Names without the prefix of their namespace, which some writers use. */
function parse(part: string, { open, close, text }: Handlers): void {
  const parser = untrustedXmlParser((what) => {
    throw new WrongArchive(`The spreadsheet is broken: ${what.replace(/\.$/, "")}.`);
  }, /^utf-?(8|16)$/i);
  const plain = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.on("opentag", ({ name, attributes }) => open(plain(name), attributes));
  parser.on("closetag", ({ name }) => close?.(plain(name)));
  parser.on("text", (said) => text?.(said));
  parser.on("cdata", (said) => text?.(said));
  parser.write(part).close();
}

function walk(part: string | undefined, element: string, each: (attributes: Attributes) => void): void {
  if (part === undefined) throw new WrongArchive("The spreadsheet is broken: save it again.");
  parse(part, { open: (name, attributes) => name === element && each(attributes) });
}

/** Texts that several cells may have are kept in one place. What is only the reading of a name (`rPh`) is no part of it. */
function sharedTexts(archive: ZipArchive): string[] {
  const part = partOf(archive, "xl/sharedStrings.xml");
  const texts: string[] = [];
  if (part === undefined) return texts;
  let into: string | null = null;
  let isText = false;
  let isReading = false;
  parse(part, {
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

function rowsOf(part: string, shared: readonly string[], room: Room): SheetRow[] {
  const rows: SheetRow[] = [];
  let row: SheetRow = { number: 0, cells: [] };
  let cell = { column: -1, type: "" };
  let said = "";
  let isValue = false;
  const merges: Merge[] = [];
  parse(part, {
    open(name, attributes) {
      if (name === "row") {
        row = { number: Number(attributes.r ?? row.number + 1) || row.number + 1, cells: [] };
        cell = { column: -1, type: "" };
      } else if (name === "c") {
        cell = { column: columnOf(attributes.r) ?? cell.column + 1, type: attributes.t ?? "n" };
        said = "";
      } else if (name === "mergeCell" && merges.length < MAX_MERGES) {
        const merge = mergeOf(attributes.ref ?? "");
        if (merge !== null) merges.push(merge);
      }
      isValue = name === "v" || name === "t";
    },
    close(name) {
      isValue = false;
      if (name === "c") place(row, cell.column, textOfCell(cell.type, said, shared), room);
      else if (name === "row" && row.cells.some((text) => text !== "")) rows.push(row);
    },
    text(text) {
      if (isValue && said.length < MAX_CELL) said += text;
    },
  });
  spreadMerges(rows, merges, (into, column, text) => place(into, column, text, room));
  return rows;
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
  if (letters === undefined) return null;
  const column = columnNumber(letters);
  if (column >= MAX_COLUMNS) throw new WrongArchive(`The spreadsheet has more than ${MAX_COLUMNS} columns.`);
  return column;
}

function textOfCell(type: string, said: string, shared: readonly string[]): string {
  if (type === "s") return shared[Number(said)] ?? "";
  if (type === "str" || type === "inlineStr") return decoded(said);
  if (type === "b") return said === "1" ? "true" : "false";
  // A number is kept with all the digits that a computer has for it: 0.1 is 0.10000000000000001.
  if (type === "n" && /^-?\d+\.\d{15,}$/.test(said)) return String(Number(said));
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
