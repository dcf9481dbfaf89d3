// TestRail's CSV: whoever exports ticks the columns, so any of them may be missing.

import { ownValue } from "../../../../lib/collections/own-value.ts";
import type { Table, TableRow } from "../reading/table.ts";
import type { ColumnMeaning } from "../reading/table-cases.ts";

const MEANINGS: Record<string, ColumnMeaning> = {
  title: "title",
  preconditions: "preconditions",
  steps: "steps",
  "expected result": "expected",
  mission: "text",
  goals: "text",
  references: "text",
  "steps additional info": "data",
  "section depth": "said",
  "suite id": "said",
  template: null,
};

export function isTestRail(table: Table): boolean {
  const isOwn = table.hasAny(
    "section hierarchy",
    "section depth",
    "suite id",
    "steps step",
    "case id",
    "section description",
  );
  // Exports of Qase have ids of suites, too.
  const isQase = table.hasAny("steps actions", "suite without cases", "suite parent id");
  return table.has("title") && table.hasAny("id", "case id") && isOwn && !isQase;
}

export function testRailMeanings(table: Table): ColumnMeaning[] {
  const idKey = table.has("case id") ? "case id" : "id";
  const hasSteps = table.has("steps step") && table.rows.some((row) => table.cell(row, "steps step") !== "");
  return table.columns((key) => {
    if (key === idKey) return "ref";
    if (key === "section" || key === "section hierarchy") return "section";
    if (hasSteps && key === "steps step") return "steps";
    if (hasSteps && key === "steps expected result") return "expected";
    return ownValue(MEANINGS, key) ?? null;
  });
}

/** Cases with separate steps have them twice: by themselves, and all in one text, which says nothing new. */
export function withoutRepeatedSteps(table: Table): Table["rows"] {
  if (!table.has("steps step", "steps")) return table.rows;
  const repeated = table.columns((key) => key === "steps");
  return table.rows.map((row) =>
    table.cell(row, "steps step") === ""
      ? row
      : { at: row.at, cells: row.cells.map((cell, i) => (repeated[i] ? "" : cell)) },
  );
}

/** The suites of the file that are more than one: only then their names tell sections apart. */
export function pathsWithSuites(table: Table): (row: TableRow) => string[] {
  const suites = new Set(table.rows.map((row) => table.cell(row, "suite")));
  suites.delete("");
  return (row) => [...(suites.size > 1 ? [table.cell(row, "suite")] : []), ...pathOf(table, row)];
}

function pathOf(table: Table, row: TableRow): string[] {
  const section = table.cell(row, "section");
  const hierarchy = table.cell(row, "section hierarchy");
  if (hierarchy === "") return [section];
  const parts = hierarchy.split(" > ");
  const depth = Number(table.cell(row, "section depth") || parts.length - 1);
  // A name may hold the sign that stands between names: the depth tells how many names there are.
  if (parts.length <= depth + 1) return parts;
  if (section === "" || !hierarchy.endsWith(section)) return parts;
  if (depth === 0) return [section];
  const above = hierarchy.slice(0, -section.length).replace(/ > $/, "").split(" > ");
  return [above.slice(0, above.length - depth + 1).join(" > "), ...above.slice(above.length - depth + 1), section];
}
