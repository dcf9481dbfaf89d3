// Which columns of a table say what a case is called and what came of it.
import { outcomeOfWord } from "../../../../domain/results/status-words.ts";
import { firstCells } from "../../../../lib/formats/csv.ts";
import { plainWords } from "../../../../lib/text/plain-words.ts";

/** Names of columns for each meaning; the surest come first. */
const NAMES = {
  status: [
    ...["execution status", "executionstatus", "test run status", "testrun status", "test status", "run status"],
    ...["last result", "latest result", "last status", "last execution status", "last execution result"],
    ...["execution result", "outcome", "status", "result"],
    ...["pass fail", "status pass fail", "result pass fail", "test execution status", "final status", "overall status"],
    ...["test result", "test case status", "ergebnis", "statut", "résultat", "estado", "resultado", "esito"],
  ],
  id: [
    ...["case id", "test case id", "test case key", "testcase key", "test key", "issue key", "issuekey", "v2 id"],
    ...["key", "ref", "id", "issue id", "test id", "testcase id", "test case no", "test case number", "tc id", "tc no"],
    ...["number", "nr"],
  ],
  title: [
    "title",
    "test case title",
    "test case name",
    "case title",
    "case name",
    "test name",
    "name",
    "summary",
    "test summary",
    ...[
      "test case",
      "test",
      "case",
      "scenario",
      "test scenario",
      "text",
      "titel",
      "testfall",
      "titre",
      "título",
      "titolo",
    ],
  ],
  section: ["section hierarchy", "section", "folder", "suite", "test suite", "path", "module"],
  why: ["comment", "comments", "defects", "defect", "actual result", "note", "notes", "remarks", "remark", "bug id"],
} as const;

/** The first rows, of which one names the columns: a cover may stand above it. */
export const ROWS_LOOKED_AT = 20;

type Several = "status" | "why";

/** The column of each meaning, -1 for none. Reasons may be in several; of possible status columns the surest is first. */
export type StatusColumns = Record<Exclude<keyof typeof NAMES, Several>, number> & Record<Several, number[]>;

/** Null for a table that has no statuses, or no names to them. */
function statusColumns(header: readonly string[]): StatusColumns | null {
  const named = new Map<string, number[]>();
  for (const [place, name] of header.entries()) {
    const key = plainWords(name);
    if (named.has(key)) named.get(key)!.push(place);
    else named.set(key, [place]);
  }
  // Lines of an outline are numbered, which is no id of theirs.
  const ids = named.has("indent") ? [] : NAMES.id;
  const placesOf = (names: readonly string[]) => names.flatMap((name) => named.get(name) ?? []);
  const placeOf = (names: readonly string[]) => placesOf(names)[0] ?? -1;
  const { status, title, section, why } = NAMES;
  const columns = { status: placesOf(status), id: placeOf(ids), title: placeOf(title), section: placeOf(section) };
  if (columns.status.length === 0 || (columns.id === -1 && columns.title === -1)) return null;
  return { ...columns, why: placesOf(why) };
}

/** The place of the row that names the columns, and what they are; null for a table without such a row. */
export function statusHeader(rows: readonly (readonly string[])[]): { place: number; columns: StatusColumns } | null {
  for (const [place, row] of rows.slice(0, ROWS_LOOKED_AT).entries()) {
    const columns = statusColumns(row);
    if (columns !== null) return { place, columns };
  }
  return null;
}

/** The columns in which something passed or failed, of those that may be the status: another may say of the cases themselves that they are drafts. */
export function statusColumnsIn({ status }: StatusColumns, rows: readonly { cells: readonly string[] }[]): number[] {
  const untold = new Set(status);
  const isOutcome = (cell: string) => ["passed", "failed"].includes(outcomeOfWord(cell.trim()) ?? "");
  // Cell by cell: a table may have many columns, and many rows that have few of them.
  for (const { cells } of rows) {
    for (const [place, cell] of cells.entries()) if (untold.has(place) && isOutcome(cell)) untold.delete(place);
  }
  return status.filter((place) => !untold.has(place));
}

/** Whether two columns have the same name, however it is spelled. */
export function areNamedAlike(one: string, other: string): boolean {
  return plainWords(one) === plainWords(other);
}

/** Whether a table has statuses, judging by its first lines. */
export function isStatusTable(start: string): boolean {
  if (/^[<{[]/.test(start)) return false;
  const below = start.split(/\r\n|\r|\n/, ROWS_LOOKED_AT).slice(1);
  return statusHeader([firstCells(start), ...below.map(firstCells)]) !== null;
}
