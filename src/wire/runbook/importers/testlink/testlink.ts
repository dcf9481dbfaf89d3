// TestLink: its XML of suites within suites, or of cases alone. Texts are HTML.
import { ownValue } from "../../../../lib/collections/own-value.ts";
import { childOf, childrenOf, textOfChild, wholeText, type XmlElement } from "../../../../lib/formats/xml-tree.ts";
import { htmlToText } from "../../../../lib/text/html-text.ts";
import { addText, emptyCase, type ForeignCase, keepAside } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import type { Importer } from "../reading/importer.ts";

const READ = new Set(["externalid", "summary", "preconditions", "steps", "keywords", "custom_fields", "requirements"]);
/** Where a case stands among others is its place in the file. */
const ORDER = new Set(["node_order"]);
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
      if (root.name === "testcases") readCases(root, [], runbook);
      else if (root.name === "testproject")
        for (const suite of childrenOf(root, "testsuite")) readSuite(suite, [], runbook);
      else readSuite(root, [], runbook);
    },
  },
};

/** Reports of test runs begin with the same name, and have none of these. */
function hasOwnParts(suite: XmlElement): boolean {
  return suite.children.some(
    ({ name, attributes, children }) =>
      name === "node_order" ||
      name === "details" ||
      (name === "testcase" && ("internalid" in attributes || children.some((part) => part.name === "externalid"))) ||
      (name === "testsuite" && children.some((part) => part.name === "node_order" || part.name === "details")),
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
  for (const step of childrenOf(childOf(element, "steps"), "step")) {
    const expected = textOf(childOf(step, "expectedresults"));
    one.steps.push({ action: textOf(childOf(step, "actions")), data: "", expected });
  }
  for (const child of element.children) {
    if (READ.has(child.name) || ORDER.has(child.name)) continue;
    const text = textOf(child);
    keepAside(one, child.name, ownValue(ownValue(WORDS, child.name) ?? {}, text) ?? text);
  }
  const keywords = childrenOf(childOf(element, "keywords"), "keyword").map(({ attributes }) => attributes.name ?? "");
  keepAside(one, "keywords", keywords.join(", "));
  for (const field of childrenOf(childOf(element, "custom_fields"), "custom_field")) {
    keepAside(one, textOfChild(field, "name") || "custom field", textOf(childOf(field, "value")));
  }
  for (const requirement of childrenOf(childOf(element, "requirements"), "requirement")) {
    keepAside(one, "requirements", [textOfChild(requirement, "doc_id"), textOfChild(requirement, "title")].join(" "));
  }
  return one;
}

function textOf(element: XmlElement | undefined): string {
  return htmlToText(wholeText(element));
}
