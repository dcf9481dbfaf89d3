// TestLink: its XML of suites within suites, or of cases alone. Texts are HTML.
import { ownValue } from "../../../../lib/collections/own-value.ts";
import { childOf, childrenOf, textOfChild, wholeText, type XmlElement } from "../../../../lib/formats/xml-tree.ts";
import { htmlToText } from "../../../../lib/text/html-text.ts";
import { stepsOfCells } from "../reading/cell-steps.ts";
import { addText, EXPECTED, emptyCase, type ForeignCase, keepAside } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import type { Importer } from "../reading/importer.ts";
import { inOrder, keepRest, leaveOutRest, ONLY_SECTIONS, ONLY_TITLE } from "../reading/unknown-fields.ts";

/** Where a case stands among others is its place in the file. */
const READ = new Set([
  ...[
    "name",
    "node_order",
    "externalid",
    "summary",
    "preconditions",
    "steps",
    "expectedresults",
    "keywords",
    "custom_fields",
  ],
  ...["requirements", "attachments"],
]);
const READ_OF_STEP = new Set(["step_number", "actions", "expectedresults", "execution_type"]);
const READ_OF_SUITE = new Set(["name", "node_order", "details", "testcase", "testsuite"]);
/** Elements by which a case is recognised: reports have none of them. */
const CASE_PARTS = new Set(["externalid", "summary", "preconditions", "steps"]);
const CASES = new Set(["testcase"]);
const PROJECT = new Set(["testsuite"]);
const WORDS: Record<string, Record<string, string>> = {
  importance: { "1": "low", "2": "medium", "3": "high" },
  execution_type: { "1": "manual", "2": "automated" },
};

export const testlink: Importer = {
  label: "TestLink",
  xml: {
    recognises: (root) =>
      root.name === "testcases" ||
      (root.name === "testsuite" && !("tests" in root.attributes) && hasOwnParts(root)) ||
      (root.name === "testproject" && childOf(root, "testsuite") !== undefined),
    read(root, runbook) {
      if (root.name === "testcases") {
        leaveOutRest(runbook, root, CASES, { whose: "", why: ONLY_SECTIONS });
        readCases(root, [], runbook);
      } else if (root.name === "testproject") {
        leaveOutRest(runbook, root, PROJECT, { whose: "of the project", why: ONLY_SECTIONS });
        for (const suite of childrenOf(root, "testsuite")) readSuite(suite, [], runbook);
      } else readSuite(root, [], runbook);
    },
  },
};

/** Reports of test runs begin with the same name, and have none of these. */
function hasOwnParts(suite: Pick<XmlElement, "name" | "attributes" | "children">): boolean {
  return suite.children.some(
    ({ name, attributes, children }) =>
      name === "node_order" ||
      name === "details" ||
      (name === "testcase" && ("internalid" in attributes || children.some((part) => CASE_PARTS.has(part.name)))) ||
      (name === "testsuite" && !("tests" in attributes) && hasOwnParts({ name, attributes, children })),
  );
}

/** The outermost suite of a whole project has no name. */
function readSuite(suite: XmlElement, path: readonly string[], runbook: ForeignRunbook): void {
  const name = (suite.attributes.name ?? "").trim();
  const below = name === "" ? path : [...path, name];
  if (name !== "") runbook.section(below, suite.at);
  if (textOf(childOf(suite, "details")) !== "") {
    runbook.leaveOut("details of a suite", "a section has no description", suite.at);
  }
  leaveOutRest(runbook, suite, READ_OF_SUITE, { whose: "of a suite", why: ONLY_TITLE });
  readCases(suite, below, runbook);
  for (const inner of childrenOf(suite, "testsuite")) readSuite(inner, below, runbook);
}

function readCases(parent: XmlElement, path: readonly string[], runbook: ForeignRunbook): void {
  for (const element of childrenOf(parent, "testcase")) runbook.add({ ...readCase(element), path });
}

function readCase(element: XmlElement): ForeignCase {
  const one = emptyCase(element.at);
  one.id = textOfChild(element, "externalid") || textOfChild(element, "fullexternalid") || null;
  one.title = element.attributes.name ?? "";
  addText(one.before, "", textOf(childOf(element, "summary")));
  addText(one.before, "Preconditions", textOf(childOf(element, "preconditions")));
  const steps = childOf(element, "steps");
  const isText = childOf(steps, "step") === undefined;
  keepRest(one, steps, new Set(["step", ...(isText ? ["text"] : [])]), "of the steps");
  // Before steps had fields of their own (1.8) they were one text.
  const whole = stepsOfCells(isText ? textOf(steps) : "", "", textOf(childOf(element, "expectedresults")));
  one.steps.push(...whole.steps);
  addText(one.after, EXPECTED, whole.expected);
  for (const step of inOrder(childrenOf(steps, "step"), (one) => textOfChild(one, "step_number"))) {
    const expected = textOf(childOf(step, "expectedresults"));
    one.steps.push({ action: textOf(childOf(step, "actions")), data: "", expected });
    keepAside(one, "execution_type of a step", inWords("execution_type", textOfChild(step, "execution_type")));
    keepRest(one, step, READ_OF_STEP, "of a step");
  }
  const worded = element.children.filter(({ name }) => ownValue(WORDS, name) !== undefined);
  for (const child of worded) keepAside(one, child.name, inWords(child.name, textOf(child)));
  keepRest(one, element, new Set([...READ, ...Object.keys(WORDS)]), "");
  keepLists(one, element);
  return one;
}

/** Keeps what has no place in a check: keywords, custom fields, requirements, and names of files. */
function keepLists(one: ForeignCase, element: XmlElement): void {
  const listed = (list: string, item: string) => {
    const holder = childOf(element, list);
    keepRest(one, holder, new Set([item]), `of the ${list}`);
    return childrenOf(holder, item);
  };
  const keywords = listed("keywords", "keyword");
  keepAside(one, "keywords", keywords.map(({ attributes }) => attributes.name ?? "").join(", "));
  for (const keyword of keywords) keepRest(one, keyword, new Set(["name"]), "of a keyword");
  for (const field of listed("custom_fields", "custom_field")) {
    keepAside(one, textOfChild(field, "name") || "custom field", textOf(childOf(field, "value")));
    keepRest(one, field, new Set(["name", "value"]), "of a custom field");
  }
  for (const requirement of listed("requirements", "requirement")) {
    keepAside(one, "requirements", [textOfChild(requirement, "doc_id"), textOfChild(requirement, "title")].join(" "));
    keepRest(one, requirement, new Set(["doc_id", "title"]), "of a requirement");
  }
  // What is in the file is no text for people.
  const files = listed("attachments", "attachment").map(
    (file) => textOfChild(file, "name") || textOfChild(file, "title"),
  );
  for (const name of files) keepAside(one, "attachments", name || "a file");
}

function inWords(field: string, value: string): string {
  return ownValue(ownValue(WORDS, field) ?? {}, value) ?? value;
}

function textOf(element: XmlElement | undefined): string {
  return htmlToText(wholeText(element));
}
