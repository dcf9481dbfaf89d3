// Xray for Jira: tables of tests (one row a step), Jira's CSV of them, lists of tests in JSON, and Cucumber features.
import { ownValue } from "../../../../lib/collections/own-value.ts";
import { readJsonTree } from "../../../../lib/formats/json-tree.ts";
import type { Tree } from "../../../../lib/formats/text-tree.ts";
import { withoutHtml } from "../../../../lib/text/html-text.ts";
import { type CellSteps, stepsOfCells } from "../reading/cell-steps.ts";
import { addText, emptyCase, type ForeignCase, keepAside } from "../reading/foreign-case.ts";
import { WrongFile } from "../reading/foreign-runbook.ts";
import type { Importer } from "../reading/importer.ts";
import { itemsAt, jsonAt, jsonTextAt, plainTextAt } from "../reading/json-fields.ts";
import type { Table } from "../reading/table.ts";
import { type ColumnMeaning, readTableCases } from "../reading/table-cases.ts";
import { inOrder, keepJsonRest, leaveOutJsonRest, ONLY_SECTIONS } from "../reading/unknown-fields.ts";
import { isFeature, readFeature } from "./feature.ts";
import { testsIn } from "./preconditions.ts";

const MEANINGS: Record<string, ColumnMeaning> = {
  "issue id": "group",
  tcid: "group",
  "issue key": "ref",
  "test key": "ref",
  key: "ref",
  "update key": "ref",
  "test summary": "title",
  summary: "title",
  description: "description",
  "test description": "description",
  precondition: "preconditions",
  preconditions: "preconditions",
  action: "steps",
  step: "steps",
  "step action": "steps",
  data: "data",
  "test data": "data",
  result: "expected",
  "expected result": "expected",
  "test repo": "section",
  "test repo folder": "section",
  "test repository path": "section",
  folder: "section",
  "gherkin definition": "text",
  "cucumber scenario": "text",
  "cucumber test scenario": "text",
  "generic definition": "text",
  "generic test definition": "text",
  definition: "text",
  "unstructured definition": "text",
};
const FOLDERS = ["test repository path", "test repo", "test repo folder", "folder"];
const STEPS_FIELD = "manual test steps";
/** The depth of a list of steps, with room to spare. */
const STEPS_DEPTH = 10;
/** What there is in `fields` of a test beside what is read. */
const READ_FIELDS = new Set(["summary", "description", "project", "issuetype"]);
/** Fields that say which test it is; the last is the one that Xray itself goes by. */
const IDS = ["key", "issueKey", "testKey", "update_key"];
const READ = new Set([
  ...["testtype", "fields", "steps", "gherkin_def", "unstructured_def", "xray_test_repository_folder"],
  ...IDS,
]);

const PARTS_OF_STEP = [
  ["Action", "action", "step"],
  ["Data", "data"],
  ["Expected Result", "result"],
];
const READ_OF_STEP = new Set(["index", "fields", ...PARTS_OF_STEP.flat()]);

export const xray: Importer = {
  label: "Xray",
  table: {
    recognises: (table) =>
      (hasField(table, "test type") || hasField(table, "test summary") || hasField(table, STEPS_FIELD)) &&
      (hasField(table, "test summary") || hasField(table, "summary")),
    read(whole, runbook) {
      const table = testsIn(whole, runbook);
      const keys = table.columns(withoutCustom);
      const isSteps = keys.map((key) => key.startsWith(STEPS_FIELD));
      const hasGroup = keys.includes("issue id") && !keys.some((key) => key.startsWith(STEPS_FIELD));
      const meanings = keys.map((key, i): ColumnMeaning => {
        if (isSteps[i]) return "said";
        return key === "issue id" && !hasGroup ? null : (ownValue(MEANINGS, key) ?? null);
      });
      readTableCases(
        table,
        {
          meanings,
          clean: withoutHtml,
          pathOf: ({ cells }) => (cells.find((cell, i) => cell !== "" && FOLDERS.includes(keys[i]!)) ?? "").split("/"),
          stepsOf(row) {
            const { steps, others } = emptyCase(row.at);
            for (const cell of row.cells.filter((cell, i) => isSteps[i] && cell.trim() !== "")) {
              const read = /^\s*[[{]/.test(cell) ? stepsOfJson(cell, row.at) : stepsOfText(cell);
              steps.push(...read.steps);
              others.push(...(read.others ?? []));
            }
            return { steps, others, data: "", expected: "" };
          },
        },
        runbook,
      );
    },
  },
  json: {
    recognises: ({ tree }) => testsOf(tree).some((test) => jsonAt(test, "fields", "summary") !== undefined),
    read({ tree, placeOf }, runbook) {
      if (tree.kind === "fields") {
        leaveOutJsonRest(runbook, tree, new Set(["tests"]), { whose: "", why: ONLY_SECTIONS, at: placeOf(tree.at) });
      }
      for (const test of testsOf(tree)) runbook.add(readTest(test, emptyCase(placeOf(test.at))));
    },
  },
  text: { recognises: isFeature, read: readFeature },
};

/** Jira says of fields that are not its own: `Custom field (Test Type)`. */
function withoutCustom(key: string): string {
  return key.replace(/^custom field /, "");
}

function hasField(table: Table, key: string): boolean {
  return table.columns(withoutCustom).some((one) => one === key || (key === STEPS_FIELD && one.startsWith(key)));
}

function testsOf(tree: Tree): Tree[] {
  return tree.kind === "list" ? tree.items : itemsAt(tree, "tests");
}

/** Steps as Jira's export has them: a list of objects. */
function stepsOfJson(cell: string, at: ForeignCase["at"]): ForeignCase {
  try {
    const list = readJsonTree(cell, STEPS_DEPTH);
    const one = emptyCase(at);
    if (list.kind !== "list") keepJsonRest(one, list, new Set(["steps"]), "of the steps");
    readSteps(one, list.kind === "list" ? list.items : itemsAt(list, "steps"));
    return one;
  } catch {
    throw new WrongFile(at, "the steps of this test are not the JSON that Xray writes");
  }
}

/** Steps that somebody has written into the field. */
function stepsOfText(cell: string): CellSteps {
  return stepsOfCells(withoutHtml(cell), "", "");
}

function readSteps(one: ForeignCase, steps: readonly Tree[]): void {
  for (const step of inOrder(steps, (one) => jsonTextAt(one, "index"))) readStep(one, step);
}

/** Reads a step, whose fields may be inside `fields` or beside it. */
function readStep(one: ForeignCase, step: Tree): void {
  const fields = jsonAt(step, "fields") ?? step;
  const [action, data, expected] = PARTS_OF_STEP.map(
    (names) => names.map((name) => plainTextAt(fields, name)).find((text) => text !== "") ?? "",
  );
  one.steps.push({ action: action!, data: data!, expected: expected! });
  keepJsonRest(one, step, READ_OF_STEP, "of a step");
  if (fields !== step) keepJsonRest(one, fields, READ_OF_STEP, "of a step");
}

function readTest(test: Tree, one: ForeignCase): ForeignCase {
  const fields = jsonAt(test, "fields");
  const ids = IDS.map((name) => ({ name, id: jsonTextAt(test, name) })).filter(({ id }) => id !== "");
  one.id = ids[0]?.id ?? null;
  for (const { name, id } of ids) if (id !== one.id) keepAside(one, name, id);
  one.title = jsonTextAt(fields, "summary");
  one.path = jsonTextAt(test, "xray_test_repository_folder").split("/");
  addText(one.before, "", plainTextAt(fields, "description"));
  readSteps(one, itemsAt(test, "steps"));
  if (jsonAt(test, "steps")?.kind !== "list") addText(one.after, "", jsonTextAt(test, "steps"));
  addText(one.after, "", jsonTextAt(test, "gherkin_def"));
  addText(one.after, "", jsonTextAt(test, "unstructured_def"));
  keepJsonRest(one, test, READ, "");
  if (fields !== undefined) keepJsonRest(one, fields, READ_FIELDS, "");
  for (const name of ["project", "issuetype"]) {
    const named = jsonAt(fields, name);
    if (named !== undefined) keepJsonRest(one, named, new Set(), `of the ${name}`);
  }
  keepAside(one, "testtype", jsonTextAt(test, "testtype"));
  return one;
}
