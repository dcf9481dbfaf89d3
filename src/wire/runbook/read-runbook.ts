// Reads a runbook from the bytes of a file: our own YAML, JSON or CSV, or what another tool has exported.
import type { RunbookFile } from "../../domain/runbook/runbook-file.ts";
import { firstCells, separatorOf } from "../../lib/formats/csv.ts";
import { readJsonTree } from "../../lib/formats/json-tree.ts";
import { whyNoArchive } from "../../lib/formats/spreadsheet-file.ts";
import { Mistake, placer, type TextPosition } from "../../lib/formats/text-tree.ts";
import { readYamlTree } from "../../lib/formats/yaml-tree.ts";
import { isZip, WrongArchive } from "../../lib/formats/zip.ts";
import { decodeText, decodeWindows1252 } from "../../lib/text/decode-text.ts";
import { readArchive } from "./importers/read-archive.ts";
import {
  type ForeignAsked,
  isXml,
  readAnyTable,
  readForeignJson,
  readForeignTable,
  readForeignText,
  readForeignXml,
  tableRows,
} from "./importers/read-foreign.ts";
import type { ShownColumn } from "./importers/reading/column-fields.ts";
import { WrongFile } from "./importers/reading/foreign-runbook.ts";
import { type LeftOut, LeftOutList } from "./importers/reading/left-out.ts";
import type { AskedReading, ImportFormat, RunbookFormat } from "./runbook-format.ts";
import { CSV_COLUMNS, isOwnTable, runbookFromCsv } from "./runbook-from-csv.ts";
import { runbookFromTree } from "./runbook-from-tree.ts";

export interface ReadRunbook {
  format: ImportFormat;
  file: RunbookFile;
  /** What of the file has no place in a runbook. */
  leftOut: LeftOut[];
  /** Columns, if the file is another tool's table. */
  columns: ShownColumn[];
}

/** Plain data: it may come from another thread. */
export type RunbookReading = ReadRunbook | { wrong: string };

/** Levels of a file; a runbook has six. */
const MAX_DEPTH = 20;

export function readRunbook(bytes: Uint8Array, asked: AskedReading): RunbookReading {
  const wrong = whyNoArchive(bytes);
  if (wrong !== null) return { wrong };
  if (!isZip(bytes)) return readPlain(bytes, asked);
  try {
    const read = readArchive(bytes, foreignAsked(asked));
    if (!(read instanceof Uint8Array)) return read;
    return isZip(read) ? { wrong: "The archive holds another archive: unpack it." } : readPlain(read, asked);
  } catch (error) {
    if (error instanceof WrongArchive) return { wrong: error.message };
    return { wrong: sentenceOf(error, "", placer("")) };
  }
}

function readPlain(bytes: Uint8Array, asked: AskedReading): RunbookReading {
  const text = decodeText(bytes);
  return text === null ? readAnsiTable(bytes, asked) : readText(text, asked);
}

/** What spreadsheet programs on Windows save as plain CSV. */
function readAnsiTable(bytes: Uint8Array, asked: AskedReading): RunbookReading {
  const text = decodeWindows1252(bytes);
  const start = text?.trimStart() ?? "";
  const isTold = foreignAsked(asked).importer === "table";
  const looksSo = (asked.type ?? "csv") === "csv" && looksLikeTable(start) && !/^[<{[]/.test(start);
  const isTable = isTold || looksSo;
  if (text === null || !isTable) return { wrong: "The file is not UTF-8 text: save it as UTF-8." };
  const reading = readText(text, { ...asked, type: "csv" });
  if ("wrong" in reading) return reading;
  const list = new LeftOutList();
  const why = "the file is not UTF-8 and was read as Windows-1252: look at the letters that are not English";
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/[^\0-\x7f]/.test(line)) list.add("encoding", why, i + 1);
  }
  return { ...reading, leftOut: [...list.all(), ...reading.leftOut] };
}

function readText(text: string, asked: AskedReading): RunbookReading {
  if (text.trim() === "") return { wrong: "The file is empty: send a runbook as YAML, JSON or CSV." };
  const placeOf = placer(text);
  try {
    return asked.format === "runbook" ? own(readOwn(text, asked.type, placeOf)) : readAny(text, asked, placeOf);
  } catch (error) {
    return { wrong: sentenceOf(error, text, placeOf) };
  }
}

function readAny(text: string, asked: AskedReading, placeOf: (at: number) => TextPosition): ReadRunbook {
  const foreign = foreignAsked(asked);
  const start = text.trimStart();
  if (asked.type === "yaml" && foreign.importer === null) return own(readOwn(text, "yaml", placeOf));
  if (isXml(text)) return readForeignXml(text, foreign);
  if (asked.type === "json" || (asked.type !== "csv" && /^[{[]/.test(start))) {
    const read = readForeignJson(text, foreign, placeOf);
    return "format" in read ? read : own(runbookFromTree(read, placeOf));
  }
  const isNamed = foreign.importer !== null;
  if (
    asked.type === "csv" ||
    (isNamed ? looksLikeTable(start) || foreign.importer === "table" : looksLikeTable(start))
  ) {
    const rows = tableRows(text, placeOf);
    const read = readForeignTable(rows, foreign);
    if (read !== null) return read;
    return isOwnTable(rows[0]!.cells) ? own(runbookFromCsv(text, placeOf)) : readAnyTable(rows, foreign);
  }
  return readForeignText(text, foreign) ?? own(readOwn(text, "yaml", placeOf));
}

function foreignAsked(asked: AskedReading): ForeignAsked {
  return { ...asked, importer: asked.format === "runbook" ? null : asked.format };
}

function own(file: RunbookFile): ReadRunbook {
  return { format: "runbook", file, leftOut: [], columns: [] };
}

function readOwn(text: string, type: RunbookFormat | null, placeOf: (at: number) => TextPosition): RunbookFile {
  const kind = type ?? ownFormatOf(text);
  if (kind === "csv") return runbookFromCsv(text, placeOf);
  return runbookFromTree(kind === "json" ? readJsonTree(text, MAX_DEPTH) : readYamlTree(text, MAX_DEPTH), placeOf);
}

/** What the bytes look like: an object is JSON, a first line of our column names is CSV, all else is YAML. */
function ownFormatOf(text: string): RunbookFormat {
  const start = text.trimStart();
  if (start.startsWith("{")) return "json";
  const cells = firstCells(start).map((cell) => cell.toLowerCase());
  return cells.length > 1 && CSV_COLUMNS.filter((column) => cells.includes(column)).length > 1 ? "csv" : "yaml";
}

/** Whether the first line has cells: several, or one that is a title above the columns. It may not read as the beginning of YAML or of an outline. */
function looksLikeTable(start: string): boolean {
  const cells = firstCells(start);
  const hasCells = cells.filter((cell) => cell !== "").length > 1 || cells.length > 2;
  return hasCells && !/^[-?]|^#.|:(?:\s|$)/.test(cells[0]!) && !isOutlined(start);
}

/** Whether what stands below the first line is further in, and has no cells itself. */
function isOutlined(start: string): boolean {
  const [, second = ""] = start.slice(0, 10_000).split(/\r\n|\r|\n/, 2);
  return /^(?:[\t ]+|[-*•]\s+)\S/.test(second) && !second.trim().includes(separatorOf(start));
}

/** Throws what is no mistake of the file. */
function sentenceOf(error: unknown, text: string, placeOf: (at: number) => TextPosition): string {
  const mistakes = (Array.isArray(error) ? error : [error]) as unknown[];
  const told = mistakes.map((one) => {
    if (one instanceof WrongFile) return one.place === null ? one.message : placed(one.place, one.message);
    if (one instanceof Mistake) return placed(placeOf(Math.min(one.at, text.length)), one.message);
    throw error;
  });
  const sentence = told.join("; ");
  return sentence.endsWith("?") ? sentence : `${sentence}.`;
}

function placed({ line, column }: TextPosition, message: string): string {
  return `line ${line}, column ${column}: ${message}`;
}
