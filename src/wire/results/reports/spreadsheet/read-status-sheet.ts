// Reads a spreadsheet (.xlsx) that has a sheet of cases with a status each.
import { MAX_UNPACKED_BYTES } from "../../../../domain/limits.ts";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import type { Merge } from "../../../../lib/formats/merged-cells.ts";
import { isSpreadsheet, MAX_COLUMNS, readSheets, type Sheet } from "../../../../lib/formats/spreadsheet.ts";
import { isOtherSpreadsheet, OTHER_SPREADSHEET, shownSheets } from "../../../../lib/formats/spreadsheet-file.ts";
import { openZip, WrongArchive } from "../../../../lib/formats/zip.ts";
import { quote } from "../../../../lib/text/text.ts";
import { type RunReader, WrongRun } from "../reading/report-reader.ts";
import { casesIfAny, casesOfRows, type StatusRow } from "../table/status-rows.ts";
import { ROWS_LOOKED_AT, statusColumnsIn, statusHeader } from "../table/table-columns.ts";

/** Sheets that a refusal names. */
const MOST_NAMED = 5;

export class StatusSheetReader implements RunReader {
  cases: TestCase[] = [];
  private pieces: Uint8Array[] = [];

  feed(bytes: Uint8Array): void {
    this.pieces.push(bytes);
  }

  end(): void {
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    this.cases = casesOf(sheetsOf(bytes));
  }
}

function sheetsOf(bytes: Buffer): Sheet[] {
  try {
    const archive = openZip(bytes, MAX_UNPACKED_BYTES);
    if (!isSpreadsheet(archive)) {
      if (isOtherSpreadsheet(archive)) throw new WrongRun(OTHER_SPREADSHEET);
      throw new WrongRun("The archive is no spreadsheet: unpack it, and send a report that is in it.");
    }
    return shownSheets(readSheets(archive));
  } catch (error) {
    throw error instanceof WrongArchive ? new WrongRun(error.message) : error;
  }
}

/**
 * The cases of the sheet with statuses. Of several none is chosen: they may as well be runs of several days as parts of one. Left out is a
 * sheet that can't be either: nothing was run in it, or its words are known of no run and stand on cases that the other has, as in a list of drafts.
 */
function casesOf(sheets: readonly Sheet[]): TestCase[] {
  const having = sheets.filter((sheet) => statusHeader(cellsOf(sheet)) !== null);
  if (having.length === 0) {
    throw new WrongRun(
      `No sheet has a column of statuses beside one of ids or titles in its first ${ROWS_LOOKED_AT} rows.`,
    );
  }
  const told = having.filter(tellsOutcomes);
  if (told.length !== 1) {
    requireOne(told.length === 0 ? having : told);
    return casesOfRows(rowsOf(having[0]!));
  }
  const cases = casesOfRows(rowsOf(told[0]!));
  const names = new Set(cases.map(nameOf));
  const mayTell = (sheet: Sheet) =>
    casesIfAny(rowsOf(sheet)).some((one) => one.isUnknownStatus === true && !names.has(nameOf(one)));
  requireOne(having.filter((sheet) => sheet === told[0] || mayTell(sheet)));
  return cases;
}

function nameOf({ id, name }: TestCase): string {
  return id ?? name;
}

function requireOne(sheets: readonly Sheet[]): void {
  if (sheets.length === 1) return;
  const names = sheets.slice(0, MOST_NAMED).map(({ name }) => quote(name));
  throw new WrongRun(`Several sheets have statuses (${names.join(", ")}): send a file with one of them.`);
}

/** Whether anything has passed or failed in it. */
function tellsOutcomes(sheet: Sheet): boolean {
  const { place, columns } = statusHeader(cellsOf(sheet))!;
  return statusColumnsIn(columns, sheet.rows.slice(place + 1)).length > 0;
}

function cellsOf({ rows }: Sheet): string[][] {
  return rows.map(({ cells }) => cells);
}

/** Behind the names of the columns a row that is merged over the whole width names the section of what follows. */
function rowsOf(sheet: Sheet): StatusRow[] {
  const { place, columns } = statusHeader(cellsOf(sheet))!;
  const mergedIn = [columns.id, columns.title].map((column) => ({ column, rows: mergedRows(sheet, column) }));
  let section = "";
  return sheet.rows.slice(place).flatMap(({ number, cells, isHeading }, i): StatusRow[] => {
    if (i === 0) return [{ line: number, cells: widened(cells, number, sheet.merges) }];
    if (isHeading) section = cells.find((cell) => cell !== "") ?? "";
    const merged = mergedIn.filter(({ rows }) => rows.has(number)).map(({ column }) => column);
    return isHeading ? [] : [{ line: number, cells, section, merged }];
  });
}

/** The rows whose cell in a column is merged with the one above. */
function mergedRows({ rows, merges }: Sheet, column: number): Set<number> {
  const bottoms = new Map(merges.filter(({ left }) => left === column).map(({ top, bottom }) => [top, bottom]));
  const merged = new Set<number>();
  let bottom = 0;
  for (const { number } of rows) {
    if (number <= bottom) merged.add(number);
    else bottom = bottoms.get(number) ?? 0;
  }
  return merged;
}

/** The names of columns, of which one that is merged over several counts for each. */
function widened(cells: readonly string[], row: number, merges: readonly Merge[]): string[] {
  const ends = new Map(merges.filter(({ top }) => top === row).map(({ left, right }) => [left, right]));
  const names = [...cells];
  for (const [left, right] of ends) {
    const name = cells[left] ?? "";
    for (let at = left + 1; name !== "" && at <= right && at < MAX_COLUMNS && !names[at]; at++) names[at] = name;
  }
  return Array.from(names, (name) => name ?? "");
}
