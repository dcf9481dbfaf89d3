// Reads the rows of a table with a status for each case, whatever kind of file it stands in.
import { MAX_CASES } from "../../../../domain/limits.ts";
import { outcomeOfWord } from "../../../../domain/results/status-words.ts";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { columnLetters } from "../../../../lib/formats/merged-cells.ts";
import { caseName, messageOf, WrongRun } from "../reading/report-reader.ts";
import { areNamedAlike, ROWS_LOOKED_AT, type StatusColumns, statusColumnsIn, statusHeader } from "./table-columns.ts";

export interface StatusRow {
  line: number;
  cells: readonly string[];
  /** What a heading above it names, where no column says it. */
  section?: string;
  /** Columns whose cell is merged with the one above. */
  merged?: readonly number[];
}

/** Columns of one name that are held against each other, and that a refusal names. */
const MOST_ALIKE = 5;

type OneStatus = Omit<StatusColumns, "status"> & { status: number };

/** Throws a `WrongRun`. */
export function casesOfRows(rows: readonly StatusRow[]): TestCase[] {
  const cases = casesIfAny(rows);
  if (cases.length === 0) throw new WrongRun("The table has no cases.");
  return cases;
}

/** Throws a `WrongRun`, but for a table without cases. */
export function casesIfAny(rows: readonly StatusRow[]): TestCase[] {
  const header = statusHeader(rows.map(({ cells }) => cells));
  if (header === null) {
    throw new WrongRun(
      `The table has no column of statuses, or none of ids or titles: looked for in its first ${ROWS_LOOKED_AT} rows.`,
    );
  }
  const below = rows.slice(header.place + 1);
  const columns = { ...header.columns, status: statusIn(header.columns, rows[header.place]!.cells, below) };
  const cases: StatusCase[] = [];
  for (const row of below) {
    const one = caseOf(row, columns);
    const above = cases.at(-1);
    if (!isFurther(row, columns)) {
      if (cases.length >= MAX_CASES)
        throw new WrongRun(`line ${row.line}: more than ${MAX_CASES} cases: split the file.`);
      cases.push(one);
    } else if (above !== undefined && gravityOf(one.word) > gravityOf(above.word)) {
      Object.assign(above, { word: one.word, why: [...one.why, ...above.why] });
    }
  }
  return cases.map(caseWithStatus);
}

/** The column of the status. Throws a `WrongRun` where several of one name contradict each other, as those of several runs do. */
function statusIn(columns: StatusColumns, header: readonly string[], rows: readonly StatusRow[]): number {
  const told = statusColumnsIn(columns, rows);
  // One in which nothing passed or failed: what it says is told all the same.
  const first = told[0] ?? columns.status[0]!;
  const alike = told.filter((place) => areNamedAlike(header[place]!, header[first]!));
  const outcomeIn = (row: StatusRow, place: number) => outcomeOfWord(row.cells[place]?.trim() ?? "");
  if (
    alike.length > MOST_ALIKE ||
    rows.some((row) => alike.some((place) => outcomeIn(row, place) !== outcomeIn(row, first)))
  ) {
    const named = alike.slice(0, MOST_ALIKE).map(columnLetters).join(", ");
    throw new WrongRun(`Several columns have statuses (${named}): keep one.`);
  }
  return first;
}

function textIn(cells: readonly string[], place: number): string {
  return caseName(cells[place]?.trim() ?? "");
}

/** Whether a row is a further step of the case above: without a name of its own, or with one that is merged with the name above. */
function isFurther({ cells, merged = [] }: StatusRow, { id, title }: OneStatus): boolean {
  const named = [id, title].find((place) => textIn(cells, place) !== "");
  return named === undefined || merged.includes(named);
}

/** The gravest row of a case counts: one that failed, then one that may have, then one that was not run. */
function gravityOf(word: string): number {
  if (word === "") return 0;
  const outcome = outcomeOfWord(word);
  return outcome === null ? 3 : { passed: 1, skipped: 2, failed: 4 }[outcome];
}

function caseOf({ cells, line, section: above = "" }: StatusRow, columns: OneStatus): StatusCase {
  const [id, title] = [textIn(cells, columns.id), textIn(cells, columns.title)];
  const section = textIn(cells, columns.section) || caseName(above);
  return {
    word: textIn(cells, columns.status),
    name: title || id,
    suites: section === "" ? [] : [section],
    id,
    line,
    why: columns.why.map((place) => cells[place]?.trim() ?? ""),
  };
}

interface StatusCase {
  /** The word for its status; it may be none of ours. */
  word: string;
  name: string;
  suites: string[];
  /** The case's id in its tool; empty for none. */
  id: string;
  line: number;
  /** What may say why it failed; the first that says something does. */
  why: readonly string[];
}

/** A case as the word for its status says. */
export function caseWithStatus({ word, name, suites, id, line, why }: StatusCase): TestCase {
  const outcome = outcomeOfWord(word);
  const said = why.find((text) => text !== "");
  return {
    name,
    suites,
    outcome: outcome ?? "skipped",
    status: word,
    isUnknownStatus: outcome === null,
    ...(id === "" ? {} : { id }),
    checks: [],
    tags: id === "" ? [] : [id],
    platforms: [],
    projects: [],
    // A mapping may say that another word means failed, too.
    message: outcome === "passed" || said === undefined ? null : messageOf(said),
    line,
  };
}
