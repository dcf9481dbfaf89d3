// Reads a table (CSV) of cases with a status each, as test management tools export their runs.
import { isUtf8 } from "node:buffer";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { readCsvRows } from "../../../../lib/formats/csv.ts";
import { Mistake, placer } from "../../../../lib/formats/text-tree.ts";
import { type RunReader, WrongRun } from "../reading/report-reader.ts";
import { casesOfRows, type StatusRow } from "./status-rows.ts";

export class StatusTableReader implements RunReader {
  cases: TestCase[] = [];
  private pieces: Uint8Array[] = [];

  feed(bytes: Uint8Array): void {
    this.pieces.push(bytes);
  }

  end(): void {
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    if (!isUtf8(bytes)) throw new WrongRun("The file is not UTF-8 text: save it as UTF-8.");
    // Not blanks: a tab may separate an empty first name.
    this.cases = casesOfRows(rowsOf(new TextDecoder().decode(bytes).replace(/^[\r\n ]+/, "")));
  }
}

function rowsOf(text: string): StatusRow[] {
  const placeOf = placer(text);
  try {
    return readCsvRows(text).map((row) => ({ line: placeOf(row[0]!.at).line, cells: row.map((cell) => cell.text) }));
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const { line, column } = placer(text)(error.at);
    throw new WrongRun(`line ${line}, column ${column}: ${error.message}.`);
  }
}
