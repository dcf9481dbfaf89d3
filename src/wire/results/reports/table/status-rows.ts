// Reads the rows of a table with a status for each case, whatever kind of file it stands in.
import { MAX_CASES } from "../../../../domain/limits.ts";
import { outcomeOfWord } from "../../../../domain/results/status-words.ts";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { caseName, messageOf, WrongRun } from "../reading/report-reader.ts";
import { type StatusColumns, statusColumnsIn, statusHeader } from "./table-columns.ts";

export interface StatusRow {
  line: number;
  cells: readonly string[];
  /** What a heading above it names, where no column says it. */
  section?: string;
}

type OneStatus = Omit<StatusColumns, "status"> & { status: number };

/** Throws a `WrongRun`. */
export function casesOfRows(rows: readonly StatusRow[]): TestCase[] {
  const header = statusHeader(rows.map(({ cells }) => cells));
  if (header === null) throw new WrongRun("The table has no column of statuses, or none of ids or titles.");
  const below = rows.slice(header.place + 1);
  const [told] = statusColumnsIn(header.columns, below);
  // One in which nothing passed or failed: what it says is told all the same.
  const columns = { ...header.columns, status: told ?? header.columns.status[0]! };
  const cases: TestCase[] = [];
  for (const row of below) {
    const one = caseOf(row, columns);
    if (one === null) continue;
    if (cases.length >= MAX_CASES)
      throw new WrongRun(`line ${row.line}: more than ${MAX_CASES} cases: split the file.`);
    cases.push(one);
  }
  if (cases.length === 0) throw new WrongRun("The table has no cases.");
  return cases;
}

/** Null for a further step of the case above. */
function caseOf({ cells, line, section: above = "" }: StatusRow, columns: OneStatus): TestCase | null {
  const cell = (field: Exclude<keyof OneStatus, "why">) => caseName(cells[columns[field]]?.trim() ?? "");
  const [id, title] = [cell("id"), cell("title")];
  if (id === "" && title === "") return null;
  const section = cell("section") || caseName(above);
  return caseWithStatus(cell("status"), {
    name: title || id,
    suites: section === "" ? [] : [section],
    id,
    line,
    why: columns.why.map((place) => cells[place]?.trim() ?? ""),
  });
}

interface StatusCase {
  name: string;
  suites: string[];
  /** The case's id in its tool; empty for none. */
  id: string;
  line: number;
  /** What may say why it failed; the first that says something does. */
  why: readonly string[];
}

/** A case as the word for its status says; `word` is none of ours. */
export function caseWithStatus(word: string, { name, suites, id, line, why }: StatusCase): TestCase {
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
