// Reads a table (CSV) of cases with a status each, as test management tools export their runs.
import { isUtf8 } from "node:buffer";
import { MAX_CASES } from "../../../../domain/limits.ts";
import { outcomeOfWord } from "../../../../domain/results/status-words.ts";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { type CsvRow, readCsvRows } from "../../../../lib/formats/csv.ts";
import { Mistake, placer } from "../../../../lib/formats/text-tree.ts";
import { caseName, messageOf, type RunReader, WrongRun } from "../reading/report-reader.ts";
import { type StatusColumns, statusHeader } from "./table-columns.ts";

export class StatusTableReader implements RunReader {
  readonly cases: TestCase[] = [];
  private pieces: Uint8Array[] = [];

  feed(bytes: Uint8Array): void {
    this.pieces.push(bytes);
  }

  end(): void {
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    if (!isUtf8(bytes)) throw new WrongRun("The file is not UTF-8 text: save it as UTF-8.");
    // Not blanks: a tab may separate an empty first name.
    const text = new TextDecoder().decode(bytes).replace(/^[\r\n ]+/, "");
    const placeOf = placer(text);
    const rows = rowsOf(text);
    const header = statusHeader(rows.map((row) => row.map((cell) => cell.text)));
    if (header === null) throw new WrongRun("The table has no column of statuses, or none of ids or titles.");
    const cases = rows.slice(header.place + 1);
    const columns = withOneStatus(header.columns, cases);
    for (const row of cases) this.readRow(row, columns, placeOf(row[0]!.at).line);
    if (this.cases.length === 0) throw new WrongRun("The table has no cases.");
  }

  private readRow(row: CsvRow, columns: OneStatus, line: number): void {
    const cell = (field: Exclude<keyof OneStatus, "why">) => row[columns[field]]?.text.trim() ?? "";
    const [id, title] = [caseName(cell("id")), caseName(cell("title"))];
    // A further step of the case above.
    if (id === "" && title === "") return;
    if (this.cases.length >= MAX_CASES)
      throw new WrongRun(`line ${line}: more than ${MAX_CASES} cases: split the file.`);
    const word = caseName(cell("status"));
    const outcome = outcomeOfWord(word);
    const section = caseName(cell("section"));
    this.cases.push({
      name: title || id,
      suites: section === "" ? [] : [section],
      outcome: outcome ?? "skipped",
      status: word,
      isUnknownStatus: outcome === null,
      ...(id === "" ? {} : { id }),
      checks: [],
      tags: id === "" ? [] : [id],
      platforms: [],
      projects: [],
      // A mapping may say that another word means failed, too.
      message: outcome === "passed" ? null : whyOf(row, columns),
      line,
    });
  }
}

type OneStatus = Omit<StatusColumns, "status"> & { status: number };

/** The first column in which something passed or failed: another may say of the cases themselves that they are drafts. */
function withOneStatus(columns: StatusColumns, rows: readonly CsvRow[]): OneStatus {
  const isOutcome = (place: number) =>
    rows.some((row) => ["passed", "failed"].includes(outcomeOfWord(row[place]?.text.trim() ?? "") ?? ""));
  return { ...columns, status: columns.status.find(isOutcome) ?? columns.status[0]! };
}

/** Why the case failed, from the first column that says something. */
function whyOf(row: CsvRow, { why }: OneStatus): string | null {
  const said = why.map((place) => row[place]?.text.trim() ?? "").find((text) => text !== "");
  return said === undefined ? null : messageOf(said);
}

function rowsOf(text: string): CsvRow[] {
  try {
    return readCsvRows(text);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const { line, column } = placer(text)(error.at);
    throw new WrongRun(`line ${line}, column ${column}: ${error.message}.`);
  }
}
