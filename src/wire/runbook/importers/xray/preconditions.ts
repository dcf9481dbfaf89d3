// Rows of a table of Xray that are no tests: preconditions, whose texts the tests that name them get, and sets of tests.
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import { Table, type TableRow } from "../reading/table.ts";

const IDS = ["issue key", "issue id", "tcid", "key"];
const TITLES = ["test summary", "summary"];
const TEXTS = [
  "unstructured definition",
  "gherkin definition",
  "definition",
  "action",
  "description",
  "test description",
];
const NAMING = ["precondition", "preconditions"];
const KINDS = ["issue type", "issuetype"];
/** What the tests have of a precondition, and what only says which one it is within the file. */
const SAID = new Set(["issue id", "tcid", ...TITLES, ...TEXTS, ...KINDS]);

/** The table with tests only. */
export function testsIn(table: Table, runbook: ForeignRunbook): Table {
  const keys = table.columns((key) => key);
  const told = (row: TableRow, names: readonly string[]) =>
    names.map((name) => table.cell(row, name)).filter((text) => text !== "");
  const kindOf = (row: TableRow) =>
    told(row, KINDS)
      .join("")
      .toLowerCase()
      .replaceAll(/[^a-z]/g, "");
  const preconditions = new Map<string, string>();
  const named = new Set<string>();
  const textsOf = (cell: string) => {
    const ids = cell.split(/[;,\n]/).map((id) => id.trim());
    if (!ids.every((id) => preconditions.has(id))) return cell;
    for (const id of ids) named.add(id);
    return [...new Set(ids.map((id) => preconditions.get(id)!))].join("\n");
  };
  const tests: TableRow[] = [];
  const found: { row: TableRow; ids: string[] }[] = [];
  for (const row of table.rows) {
    const kind = kindOf(row);
    if (kind === "precondition") {
      const ids = told(row, IDS);
      const text = [...told(row, TITLES), ...told(row, TEXTS)].join("\n");
      for (const id of ids) preconditions.set(id, text);
      found.push({ row, ids });
    } else if (kind === "testset") runbook.leaveOut("test set", "an app has no sets of checks", row.at);
    else tests.push(row);
  }
  const rows = tests.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.map((cell, i) => (NAMING.includes(keys[i]!) && cell.trim() !== "" ? textsOf(cell) : cell)),
  }));
  for (const { row, ids } of found) {
    if (!ids.some((id) => named.has(id))) runbook.leaveOut("precondition", "no test names it", row.at);
    for (const [i, cell] of row.cells.entries()) {
      if (cell.trim() !== "" && !SAID.has(keys[i] ?? "")) {
        runbook.leaveOut(
          `${table.names[i] ?? `column ${i + 1}`} of a precondition`,
          "only its text stands in its tests",
          row.at,
        );
      }
    }
  }
  return new Table(table.header, rows);
}
