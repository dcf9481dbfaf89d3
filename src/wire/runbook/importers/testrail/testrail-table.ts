// TestRail's CSV: whoever exports ticks the columns, so any of them may be missing.

import { MAX_INSTRUCTIONS } from "../../../../domain/limits.ts";
import { ownValue } from "../../../../lib/collections/own-value.ts";
import { plainWords } from "../../../../lib/text/plain-words.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
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
  "bdd scenario": "text",
  "bdd scenarios": "text",
  "steps additional info": "data",
  "suite id": "said",
  template: null,
};

const DEPTH = "section depth";

export function isTestRail(table: Table): boolean {
  const isSurely = table.hasAny("section hierarchy", "section depth", "steps step");
  const isLikely = table.hasAny("id", "case id") && table.hasAny("suite id", "case id", "section description");
  // Exports of Qase have ids of suites, too.
  const isQase = table.hasAny("steps actions", "suite without cases", "suite parent id");
  return table.has("title") && (isSurely || isLikely) && !isQase;
}

export function testRailMeanings(table: Table): ColumnMeaning[] {
  const idKey = table.has("case id") ? "case id" : "id";
  const hasSteps = table.has("steps step") && table.rows.some((row) => table.cell(row, "steps step") !== "");
  const hasSuites = suitesOf(table).size > 1;
  // Where no path tells it, nothing else says how deep a section is.
  const isOnlyDepth = !table.has("section hierarchy") && table.rows.some((row) => Number(table.cell(row, DEPTH)) > 0);
  return table.columns((key) => {
    if (key === DEPTH) return isOnlyDepth ? null : "said";
    if (key === idKey) return "ref";
    if (key === "section" || key === "section hierarchy") return "section";
    if (hasSuites && key === "suite") return "said";
    if (hasSteps && key === "steps step") return "steps";
    if (hasSteps && key === "steps expected result") return "expected";
    return ownValue(MEANINGS, key) ?? null;
  });
}

/** Cases with separate steps have them twice: by themselves, and all in one text, which seldom says anything else. */
export function withoutRepeatedSteps(table: Table, runbook: ForeignRunbook): Table["rows"] {
  if (!table.has("steps step", "steps")) return table.rows;
  const repeated = table.columns((key) => key === "steps");
  return table.rows.map((row) => {
    const step = table.cell(row, "steps step");
    if (step === "") return row;
    const texts = table.cells(row, "steps");
    const isLong = step.length > MAX_INSTRUCTIONS;
    const stepLines = texts.length === 0 ? [] : plainLines(step);
    if (!texts.every((text) => saysAll(text, stepLines, isLong))) {
      runbook.leaveOut("Steps", "the case has separate steps, which count", row.at);
    }
    return { ...row, cells: row.cells.map((cell, i) => (repeated[i] ? "" : cell)) };
  });
}

/** Whether a text has every one of the lines, whatever numbers they have; in a short one, beside no long ones, a line may have more. */
function saysAll(text: string, others: readonly string[], isLong: boolean): boolean {
  const lines = new Set(plainLines(text));
  const short = text.length <= MAX_INSTRUCTIONS && !isLong ? plainWords(text) : "";
  return others.every((line) => lines.has(line) || short.includes(line));
}

function plainLines(text: string): string[] {
  return text.split(/[\r\n]+/).map((line) => plainWords(line.replace(/^\s*\d+[.)]/, "")));
}

function suitesOf(table: Table): Set<string> {
  const suites = new Set(table.rows.map((row) => table.cell(row, "suite")));
  suites.delete("");
  return suites;
}

/** The suites of the file that are more than one: only then their names tell sections apart. */
export function pathsWithSuites(table: Table): (row: TableRow) => string[] {
  const suites = suitesOf(table);
  return (row) => [...(suites.size > 1 ? [table.cell(row, "suite")] : []), ...pathOf(table, row)];
}

function pathOf(table: Table, row: TableRow): string[] {
  const section = table.cell(row, "section");
  const hierarchy = table.cell(row, "section hierarchy");
  if (hierarchy === "") return [section];
  const parts = hierarchy.split(" > ");
  const depth = Number(table.cell(row, DEPTH) || parts.length - 1);
  // A name may hold the sign that stands between names: the depth tells how many names there are.
  if (parts.length <= depth + 1) return parts;
  if (section === "" || !hierarchy.endsWith(section)) return parts;
  if (depth === 0) return [section];
  const above = hierarchy.slice(0, -section.length).replace(/ > $/, "").split(" > ");
  return [above.slice(0, above.length - depth + 1).join(" > "), ...above.slice(above.length - depth + 1), section];
}
