// Reads a spreadsheet (.xlsx) that has a sheet of cases with a status each.
import { MAX_UNPACKED_BYTES } from "../../../../domain/limits.ts";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { isSpreadsheet, readSheets, type Sheet } from "../../../../lib/formats/spreadsheet.ts";
import { shownSheets } from "../../../../lib/formats/spreadsheet-file.ts";
import { openZip, WrongArchive } from "../../../../lib/formats/zip.ts";
import { quote } from "../../../../lib/text/text.ts";
import { type RunReader, WrongRun } from "../reading/report-reader.ts";
import { casesOfRows, type StatusRow } from "../table/status-rows.ts";
import { statusColumnsIn, statusHeader } from "../table/table-columns.ts";

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
    this.cases = casesOfRows(rowsOf(theOne(sheetsOf(bytes))));
  }
}

function sheetsOf(bytes: Buffer): Sheet[] {
  try {
    const archive = openZip(bytes, MAX_UNPACKED_BYTES);
    if (!isSpreadsheet(archive))
      throw new WrongRun("The archive is no spreadsheet: unpack it, and send a report that is in it.");
    return shownSheets(readSheets(archive));
  } catch (error) {
    throw error instanceof WrongArchive ? new WrongRun(error.message) : error;
  }
}

/** The sheet with statuses. Of several none is chosen: they may as well be runs of several days as parts of one. */
function theOne(sheets: readonly Sheet[]): Sheet {
  const having = sheets.filter((sheet) => statusHeader(cellsOf(sheet)) !== null);
  if (having.length === 0) {
    throw new WrongRun("No sheet has a column of statuses beside one of ids or titles.");
  }
  const told = having.filter(tellsOutcomes);
  const [one, ...others] = told.length === 0 ? having : told;
  if (others.length === 0) return one!;
  const names = [one!, ...others].slice(0, MOST_NAMED).map(({ name }) => quote(name));
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

/** A row that is merged over the whole width names the section of what follows. */
function rowsOf({ rows }: Sheet): StatusRow[] {
  let section = "";
  return rows.flatMap(({ number, cells, isHeading }) => {
    if (isHeading) section = cells.find((cell) => cell !== "") ?? "";
    return isHeading ? [] : [{ line: number, cells, section }];
  });
}
