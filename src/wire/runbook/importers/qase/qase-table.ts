// Qase's CSV: first the suites, then the cases. Steps are numbered lines of quoted texts.
import { withoutHtml } from "../../../../lib/text/html-text.ts";
import type { CellSteps } from "../reading/cell-steps.ts";
import { type ForeignRunbook, shortName } from "../reading/foreign-runbook.ts";
import { linesByNumber } from "../reading/numbered-lines.ts";
import { Table, type TableRow } from "../reading/table.ts";
import { type ColumnMeaning, readTableCases } from "../reading/table-cases.ts";
import { leaveOutSuiteIds, ONLY_TITLE } from "../reading/unknown-fields.ts";

/** Steps of one case; nobody writes more. */
const MOST_STEPS = 1_000;

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
  // Whether they are written as Gherkin, which is seen in them.
  "steps type": "said",
  suite: "section",
  "suite id": "said",
  "suite parent id": "said",
  "suite without cases": "said",
  parameters: "text",
};

export function readQaseTable(table: Table, runbook: ForeignRunbook): void {
  const suites = suitesOf(table);
  const keys = table.columns((key) => key);
  leaveOutSuiteIds(runbook, table, "suite id", { why: ONLY_TITLE });
  leaveOutSuiteIds(runbook, table, "suite parent id", { why: "the file has no such suite", known: suites.keys() });
  const pathOf = (row: TableRow) => pathIn(suites, table.cell(row, "suite id")) ?? [table.cell(row, "suite")];
  const isSuite = (row: TableRow) =>
    table.cell(row, "suite without cases") === "1" || !["title", "v2 id", "id"].some((key) => table.cell(row, key));
  for (const row of table.rows.filter(isSuite)) {
    if (pathOf(row)[0] !== "") runbook.section(pathOf(row), row.at);
    for (const [i, key] of keys.entries()) {
      const isOther = !key.startsWith("suite") && (row.cells[i] ?? "").trim() !== "";
      if (isOther) runbook.leaveOut(`${table.names[i]} of a suite`, ONLY_TITLE, row.at);
    }
  }
  const cases = new Table(
    table.header,
    table.rows.filter((row) => !isSuite(row)),
  );
  const meanings = table.meaningsIn(MEANINGS);
  readTableCases(cases, { meanings, pathOf, stepsOf: (row) => stepsOf(table, row), clean: withoutHtml }, runbook);
}

interface Suite {
  name: string;
  parent: string;
}

function suitesOf(table: Table): Map<string, Suite> {
  const suites = new Map<string, Suite>();
  for (const row of table.rows) {
    const [id, name] = [table.cell(row, "suite id"), shortName(table.cell(row, "suite"))];
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

/** The steps of a row. Texts without numbers can't be told apart by step. */
function stepsOf(table: Table, row: TableRow): CellSteps {
  const [actions = "", results = "", data = ""] = ["steps actions", "steps result", "steps data"].map((key) =>
    table.cell(row, key),
  );
  const [ofActions, ofResults, ofData] = [actions, results, data].map(quotedLines);
  if (ofActions === null && actions !== "")
    return { steps: [{ action: actions, data, expected: results }], data: "", expected: "" };
  const most = Math.max(...[ofActions, ofResults, ofData].map((lines) => lines?.length ?? 0));
  const steps = Array.from({ length: most }, (_, i) => ({
    action: withoutHtml(ofActions?.[i] ?? ""),
    data: withoutHtml(ofData?.[i] ?? ""),
    expected: withoutHtml(ofResults?.[i] ?? ""),
  }));
  return { steps, data: ofData === null ? data : "", expected: ofResults === null ? results : "" };
}

/** Numbered texts, in quotes or as they are (Gherkin). */
function quotedLines(text: string): string[] | null {
  return linesByNumber(text, MOST_STEPS)?.map((line) => (/^".*"$/s.test(line) ? unquoted(line) : line)) ?? null;
}

function unquoted(line: string): string {
  try {
    return String(JSON.parse(line.replaceAll("\n", "\\n").replaceAll("\t", "\\t")));
  } catch {
    return line.slice(1, -1);
  }
}
