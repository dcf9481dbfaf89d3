// Qase: exports of test cases as CSV and JSON.
import type { Tree } from "../../../../lib/formats/text-tree.ts";
import { addText, emptyCase, type ForeignCase } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import type { Importer, JsonDocument } from "../reading/importer.ts";
import { itemsAt, jsonAt, jsonTextAt, plainTextAt } from "../reading/json-fields.ts";
import { inOrder, keepJsonRest, leaveOutJsonRest, ONLY_SECTIONS, ONLY_TITLE } from "../reading/unknown-fields.ts";
import { readQaseTable } from "./qase-table.ts";

const READ = new Set([
  "id",
  "title",
  "description",
  "preconditions",
  "postconditions",
  "steps",
  // Whether they are written as Gherkin, which is seen in them.
  "steps_type",
  "params",
  "parameters",
  "gherkin",
]);

const READ_OF_STEP = new Set(["position", "action", "data", "expected_result", "steps"]);
const READ_OF_SUITE = new Set(["title", "suites", "cases"]);
const READ_OF_FILE = new Set(["suites", "cases"]);

export const qase: Importer = {
  label: "Qase",
  table: {
    recognises: (table) =>
      table.has("title") && table.hasAny("v2 id", "steps actions", "suite without cases", "suite parent id"),
    read: readQaseTable,
  },
  json: {
    recognises: ({ tree }) =>
      hasCases(tree, 0) || itemsAt(tree, "cases").some((one) => jsonAt(one, "title") !== undefined),
    read(document, runbook) {
      const at = document.placeOf(document.tree.at);
      leaveOutJsonRest(runbook, document.tree, READ_OF_FILE, { whose: "", why: ONLY_SECTIONS, at });
      readCases(document.tree, [], document, runbook);
      readSuites(document.tree, [], document, runbook);
    },
  },
};

/** Whether the suites have cases: other tools have suites, too, but not with cases. */
function hasCases(tree: Tree, depth: number): boolean {
  const suites = itemsAt(tree, "suites");
  return depth < 50 && suites.some((suite) => jsonAt(suite, "cases")?.kind === "list" || hasCases(suite, depth + 1));
}

function readSuites(parent: Tree, path: readonly string[], document: JsonDocument, runbook: ForeignRunbook): void {
  for (const suite of itemsAt(parent, "suites")) {
    const below = [...path, jsonTextAt(suite, "title")];
    const at = document.placeOf(suite.at);
    runbook.section(below, at);
    leaveOutJsonRest(runbook, suite, READ_OF_SUITE, { whose: "of a suite", why: ONLY_TITLE, at });
    readCases(suite, below, document, runbook);
    readSuites(suite, below, document, runbook);
  }
}

function readCases(parent: Tree, path: readonly string[], { placeOf }: JsonDocument, runbook: ForeignRunbook): void {
  for (const item of itemsAt(parent, "cases")) {
    const one = { ...emptyCase(placeOf(item.at)), path };
    one.id = jsonTextAt(item, "id") || null;
    one.title = jsonTextAt(item, "title");
    addText(one.before, "", plainTextAt(item, "description"));
    addText(one.before, "Preconditions", plainTextAt(item, "preconditions"));
    readSteps(one, itemsAt(item, "steps"), 0);
    addText(one.after, "", jsonTextAt(item, "gherkin"));
    if (jsonAt(item, "steps")?.kind === "leaf") addText(one.after, "", jsonTextAt(item, "steps"));
    addText(one.after, "Postconditions", plainTextAt(item, "postconditions"));
    for (const name of ["params", "parameters"]) addText(one.after, "Parameters", jsonTextAt(item, name));
    keepJsonRest(one, item, READ, "");
    runbook.add(one);
  }
}

/** Steps within steps follow the one that they are in. */
function readSteps(one: ForeignCase, steps: readonly Tree[], depth: number): void {
  for (const step of inOrder(steps, (one) => jsonTextAt(one, "position"))) {
    const [action, data] = [plainTextAt(step, "action"), plainTextAt(step, "data")];
    const expected = plainTextAt(step, "expected_result");
    one.steps.push({ action: depth === 0 ? action : `– ${action}`, data, expected });
    keepJsonRest(one, step, READ_OF_STEP, "of a step");
    readSteps(one, itemsAt(step, "steps"), depth + 1);
  }
}
