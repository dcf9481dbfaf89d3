// Qase: exports of test cases as CSV and JSON.
import type { Tree } from "../../../../lib/formats/text-tree.ts";
import { addText, emptyCase, type ForeignCase, keepAside } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import type { Importer, JsonDocument } from "../reading/importer.ts";
import { itemsAt, jsonAt, jsonText, jsonTextAt } from "../reading/json-fields.ts";
import { readQaseTable } from "./qase-table.ts";

const READ = new Set([
  "id",
  "title",
  "description",
  "preconditions",
  "postconditions",
  "steps",
  "steps_type",
  "params",
  "gherkin",
]);

export const qase: Importer = {
  label: "Qase",
  table: {
    recognises: (table) =>
      table.has("title") && table.hasAny("v2 id", "steps actions", "suite without cases", "suite parent id"),
    read: readQaseTable,
  },
  json: {
    recognises: ({ tree }) => hasCases(tree, 0),
    read(document, runbook) {
      readCases(document.tree, [], document, runbook);
      readSuites(document.tree, [], document, runbook);
    },
  },
};

/** Other tools have suites, too: those of Qase have cases. */
function hasCases(tree: Tree, depth: number): boolean {
  const suites = itemsAt(tree, "suites");
  return depth < 50 && suites.some((suite) => jsonAt(suite, "cases")?.kind === "list" || hasCases(suite, depth + 1));
}

function readSuites(parent: Tree, path: readonly string[], document: JsonDocument, runbook: ForeignRunbook): void {
  for (const suite of itemsAt(parent, "suites")) {
    const below = [...path, jsonTextAt(suite, "title")];
    const at = document.placeOf(suite.at);
    runbook.section(below, at);
    for (const field of ["description", "preconditions"]) {
      if (jsonTextAt(suite, field) !== "") runbook.leaveOut(`${field} of a suite`, "a section has only a title", at);
    }
    readCases(suite, below, document, runbook);
    readSuites(suite, below, document, runbook);
  }
}

function readCases(parent: Tree, path: readonly string[], { placeOf }: JsonDocument, runbook: ForeignRunbook): void {
  for (const item of itemsAt(parent, "cases")) {
    const one = { ...emptyCase(placeOf(item.at)), path };
    one.id = jsonTextAt(item, "id") || null;
    one.title = jsonTextAt(item, "title");
    addText(one.before, "", jsonTextAt(item, "description"));
    addText(one.before, "Preconditions", jsonTextAt(item, "preconditions"));
    readSteps(one, itemsAt(item, "steps"), 0);
    addText(one.after, "", jsonTextAt(item, "gherkin"));
    if (jsonAt(item, "steps")?.kind === "leaf") addText(one.after, "", jsonTextAt(item, "steps"));
    addText(one.after, "Postconditions", jsonTextAt(item, "postconditions"));
    addText(one.after, "Parameters", jsonTextAt(item, "params"));
    for (const { key, value } of item.kind === "fields" ? item.entries : []) {
      if (!READ.has(key)) keepAside(one, key, jsonText(value));
    }
    runbook.add(one);
  }
}

/** Steps within steps follow the one that they are in. */
function readSteps(one: ForeignCase, steps: readonly Tree[], depth: number): void {
  for (const step of steps) {
    const [action, data] = [jsonTextAt(step, "action"), jsonTextAt(step, "data")];
    const expected = jsonTextAt(step, "expected_result");
    one.steps.push({ action: depth === 0 ? action : `– ${action}`, data, expected });
    readSteps(one, itemsAt(step, "steps"), depth + 1);
  }
}
