// Zephyr Scale's XML: cases that name their folder by its whole path. Texts are HTML.
import { childOf, childrenOf, textOfChild, wholeText, type XmlElement } from "../../../../lib/formats/xml-tree.ts";
import { htmlToText } from "../../../../lib/text/html-text.ts";
import { addText, emptyCase, type ForeignCase, keepAside } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import { inOrder, keepRest, leaveOutRest, ONLY_SECTIONS, ONLY_TITLE } from "../reading/unknown-fields.ts";

const PROJECT = new Set(["folders", "testCases"]);
/** Where a folder stands among others is its place in the file. */
const FOLDER = new Set(["fullPath", "index"]);
const READ = new Set([
  ...["key", "folder", "name", "objective", "precondition", "testScript", "issues", "customFields"],
]);
/** A script's type shows in what it has. */
const SCRIPT = new Set(["type", "steps", "details"]);
const STEP = new Set(["index", "description", "testData", "expectedResult", "testCaseKey", "customFields"]);

export function readZephyrXml(root: XmlElement, runbook: ForeignRunbook): void {
  leaveOutRest(runbook, root, PROJECT, { whose: "of the project", why: ONLY_SECTIONS });
  leaveOutRest(runbook, childOf(root, "folders"), new Set(["folder"]), { whose: "of the folders", why: ONLY_TITLE });
  leaveOutRest(runbook, childOf(root, "testCases"), new Set(["testCase"]), { whose: "", why: ONLY_SECTIONS });
  for (const folder of childrenOf(childOf(root, "folders"), "folder")) {
    leaveOutRest(runbook, folder, FOLDER, { whose: "of a folder", why: ONLY_TITLE });
    const path = pathOf(folder.attributes.fullPath ?? "");
    if (path.length > 0) runbook.section(path, folder.at);
  }
  for (const element of childrenOf(childOf(root, "testCases"), "testCase")) runbook.add(readCase(element));
}

function readCase(element: XmlElement): ForeignCase {
  const one = emptyCase(element.at);
  one.id = element.attributes.key?.trim() || null;
  one.title = textOfChild(element, "name");
  one.path = pathOf(textOfChild(element, "folder"));
  addText(one.before, "", textOf(childOf(element, "objective")));
  addText(one.before, "Preconditions", textOf(childOf(element, "precondition")));
  const script = childOf(element, "testScript");
  const steps = childOf(script, "steps");
  for (const step of inOrder(childrenOf(steps, "step"), ({ attributes }) => attributes.index ?? ""))
    readStep(one, step);
  keepRest(one, steps, new Set(["step"]), "of the steps");
  keepRest(one, script, SCRIPT, "of the script");
  addText(one.after, "", textOf(childOf(script, "details")));
  const issues = childrenOf(childOf(element, "issues"), "issue");
  addText(one.after, "Issues", issues.map((issue) => textOfChild(issue, "key") || textOf(issue)).join(", "));
  for (const issue of issues)
    keepRest(one, issue, new Set(["key", ...(childOf(issue, "key") ? [] : ["text"])]), "of an issue");
  keepRest(one, childOf(element, "issues"), new Set(["issue"]), "of the issues");
  const own = childOf(element, "customFields");
  keepRest(one, own, new Set(own?.children.map(({ name }) => name)), "of the custom fields");
  for (const field of own?.children ?? []) {
    const [name, value] = [field.attributes.name ?? textOfChild(field, "name"), childOf(field, "value")];
    keepAside(one, name || field.name, textOf(value ?? field));
    const parts = value === undefined ? ["text", ...field.children.map((child) => child.name)] : ["value"];
    keepRest(one, field, new Set(["name", "type", ...parts]), "of a custom field");
  }
  keepRest(one, element, READ, "");
  return one;
}

function readStep(one: ForeignCase, step: XmlElement): void {
  const [action, data, expected] = ["description", "testData", "expectedResult"].map((name) =>
    textOf(childOf(step, name)),
  );
  const called = textOfChild(step, "testCaseKey");
  one.steps.push({ action: action || (called === "" ? "" : `Do ${called}`), data: data!, expected: expected! });
  if (action !== "") keepAside(one, "testCaseKey of a step", called);
  for (const field of childOf(step, "customFields")?.children ?? [])
    keepAside(one, "custom fields of a step", textOf(field));
  keepRest(one, step, STEP, "of a step");
}

function pathOf(folder: string): string[] {
  return folder
    .split("/")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function textOf(element: XmlElement | undefined): string {
  return htmlToText(wholeText(element));
}
