// Which columns of a table say what a case is called and what came of it.
import { separatorOf } from "../../../../lib/formats/csv.ts";
import { plainWords } from "../../../../lib/text/plain-words.ts";

/** By the first of these names that a column has: what is surer stands first. */
const NAMES = {
  status: [
    ...["execution status", "executionstatus", "test run status", "testrun status", "test status", "run status"],
    ...["last result", "latest result", "last status", "last execution status", "last execution result"],
    ...["execution result", "outcome", "status", "result"],
  ],
  id: [
    ...["case id", "test case id", "test case key", "testcase key", "test key", "issue key", "issuekey", "v2 id"],
    ...["key", "ref", "id", "issue id", "test id", "number", "nr"],
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
  ],
  section: ["section hierarchy", "section", "folder", "suite", "test suite", "path", "module"],
  why: ["comment", "comments", "defects", "defect", "actual result", "note", "notes"],
} as const;

/** Where each stands, -1 for none; what says why may stand in several. */
export type StatusColumns = Record<Exclude<keyof typeof NAMES, "why">, number> & { why: number[] };

/** Null for a table that has no statuses, or no names to them. */
export function statusColumns(header: readonly string[]): StatusColumns | null {
  const keys = header.map(plainWords);
  const placesOf = (names: readonly string[]) =>
    names.map((name) => keys.indexOf(name)).filter((place) => place !== -1);
  const placeOf = (names: readonly string[]) => placesOf(names)[0] ?? -1;
  const { status, id, title, section, why } = NAMES;
  const columns = { status: placeOf(status), id: placeOf(id), title: placeOf(title), section: placeOf(section) };
  if (columns.status === -1 || (columns.id === -1 && columns.title === -1)) return null;
  return { ...columns, why: placesOf(why) };
}

/** By its first line. */
export function isStatusTable(start: string): boolean {
  if (/^[<{[]/.test(start)) return false;
  const [line] = start.split(/[\r\n]/, 1);
  const names = line!.split(separatorOf(start)).map((name) => name.replaceAll(/^"|"$/g, ""));
  return names.length > 1 && statusColumns(names) !== null;
}
