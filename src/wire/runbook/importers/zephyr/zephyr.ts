// Zephyr Scale (CSV, spreadsheet, XML) and Zephyr Squad (spreadsheet, CSV).
import { ownValue } from "../../../../lib/collections/own-value.ts";
import { withoutHtml } from "../../../../lib/text/html-text.ts";
import type { Importer } from "../reading/importer.ts";
import type { Table, TableRow } from "../reading/table.ts";
import { type ColumnMeaning, readTableCases } from "../reading/table-cases.ts";
import { readZephyrXml } from "./zephyr-xml.ts";

const SCALE: Record<string, ColumnMeaning> = {
  key: "ref",
  name: "title",
  folder: "section",
  objective: "description",
  precondition: "preconditions",
  "coverage issues": "text",
  coverage: "text",
  step: "steps",
  steps: "steps",
  "test step": "steps",
  "test data": "data",
  "expected result": "expected",
};

const SQUAD: Record<string, ColumnMeaning> = {
  issuekey: "ref",
  "issue key": "ref",
  summary: "title",
  "test summary": "title",
  description: "description",
  project: "section",
  "folder name": "section",
  teststep: "steps",
  "test step": "steps",
  step: "steps",
  "test data": "data",
  "test result": "expected",
  "expected result": "expected",
};

export const zephyr: Importer = {
  label: "Zephyr",
  table: {
    recognises: (table) => isScale(table) || isSquad(table),
    read(table, runbook) {
      if (isScale(table)) {
        readTableCases(
          table,
          { meanings: table.columns(scaleMeaning), pathOf: folderOf(table), clean: withoutHtml },
          runbook,
        );
      } else readTableCases(table, { meanings: table.meaningsIn(SQUAD), clean: withoutHtml }, runbook);
    },
  },
  xml: {
    recognises: (root) => root.name === "project" && root.children.some(({ name }) => name === "testCases"),
    read: readZephyrXml,
  },
};

function isScale(table: Table): boolean {
  const hasScript = table.columns((key) => key.startsWith("test script")).includes(true);
  return table.has("name") && (hasScript || table.has("key", "folder", "objective"));
}

function isSquad(table: Table): boolean {
  const hasSteps = table.hasAny("teststep", "test step") || table.has("orderid", "step");
  return table.hasAny("summary", "test summary") && hasSteps;
}

/** The headings of scripts differ with the version in all but their ends. */
function scaleMeaning(key: string): ColumnMeaning {
  const known = ownValue(SCALE, key);
  if (known !== undefined) return known;
  if (!key.startsWith("test script")) return null;
  if (key.endsWith("test data")) return "data";
  if (key.endsWith("expected result")) return "expected";
  return key.endsWith("step") ? "steps" : "notes";
}

function folderOf(table: Table): (row: TableRow) => string[] {
  return (row) => table.cell(row, "folder").split("/");
}
