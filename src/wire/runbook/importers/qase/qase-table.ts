// Qase's CSV: first the suites, then the cases. Steps are numbered lines of quoted texts.
import type { Step } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import { numberedLines } from "../reading/numbered-lines.ts";
import { Table, type TableRow } from "../reading/table.ts";
import { type ColumnMeaning, readTableCases } from "../reading/table-cases.ts";

const MEANINGS: Record<string, ColumnMeaning> = {
  "v2 id": "ref",
  id: "ref",
  title: "title",
  description: "description",
  preconditions: "preconditions",
  postconditions: "text",
  "steps actions": "said",
  "steps result": "said",
  "steps data": "said",
  "steps type": "said",
  suite: "section",
  "suite id": "said",
  "suite parent id": "said",
  "suite without cases": "said",
  "milestone id": "said",
  parameters: "text",
};

export function readQaseTable(table: Table, runbook: ForeignRunbook): void {
  const suites = suitesOf(table);
  const pathOf = (row: TableRow) => pathIn(suites, table.cell(row, "suite id")) ?? [table.cell(row, "suite")];
  const isSuite = (row: TableRow) => table.cell(row, "suite without cases") === "1" || table.cell(row, "title") === "";
  for (const row of table.rows.filter(isSuite)) if (pathOf(row)[0] !== "") runbook.section(pathOf(row), row.at);
  const cases = new Table(
    table.header,
    table.rows.filter((row) => !isSuite(row)),
  );
  const meanings = table.meaningsIn(MEANINGS);
  readTableCases(cases, { meanings, pathOf, stepsOf: (row) => stepsOf(table, row) }, runbook);
}

interface Suite {
  name: string;
  parent: string;
}

function suitesOf(table: Table): Map<string, Suite> {
  const suites = new Map<string, Suite>();
  for (const row of table.rows) {
    const [id, name] = [table.cell(row, "suite id"), table.cell(row, "suite")];
    if (id !== "" && name !== "" && !suites.has(id))
      suites.set(id, { name, parent: table.cell(row, "suite parent id") });
  }
  return suites;
}

/** Suites that are within each other in a circle end where it closes. */
function pathIn(suites: ReadonlyMap<string, Suite>, id: string): string[] | null {
  if (!suites.has(id)) return null;
  const path: string[] = [];
  const seen = new Set<string>();
  for (let at = id; suites.has(at) && !seen.has(at) && seen.size < 50; at = suites.get(at)!.parent) {
    seen.add(at);
    path.unshift(suites.get(at)!.name);
  }
  return path;
}

function stepsOf(table: Table, row: TableRow): Step[] {
  const [actions, results, data] = ["steps actions", "steps result", "steps data"].map((key) => table.cell(row, key));
  const lines = quotedLines(actions!);
  if (lines === null)
    return actions === "" && results === "" ? [] : [{ action: actions!, data: data!, expected: results! }];
  const [ofResults, ofData] = [quotedLines(results!) ?? [], quotedLines(data!) ?? []];
  const most = Math.max(lines.length, ofResults.length, ofData.length);
  return Array.from({ length: most }, (_, i) => ({
    action: lines[i] ?? "",
    data: ofData[i] ?? "",
    expected: ofResults[i] ?? "",
  }));
}

/** Numbered texts, in quotes or as they are (Gherkin). */
function quotedLines(text: string): string[] | null {
  return numberedLines(text)?.map((line) => (/^".*"$/s.test(line) ? unquoted(line) : line)) ?? null;
}

function unquoted(line: string): string {
  try {
    return String(JSON.parse(line.replaceAll("\n", "\\n").replaceAll("\t", "\\t")));
  } catch {
    return line.slice(1, -1);
  }
}
