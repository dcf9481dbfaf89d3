// Zephyr Scale's XML: cases that name their folder by its whole path. Texts are HTML.
import { childOf, childrenOf, textOfChild, wholeText, type XmlElement } from "../../../../lib/formats/xml-tree.ts";
import { htmlToText } from "../../../../lib/text/html-text.ts";
import { addText, emptyCase, type ForeignCase, keepAside } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";

const READ = new Set(["folder", "name", "objective", "precondition", "testScript", "issues", "customFields"]);

export function readZephyrXml(root: XmlElement, runbook: ForeignRunbook): void {
  for (const folder of childrenOf(childOf(root, "folders"), "folder")) {
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
  for (const step of childrenOf(childOf(script, "steps"), "step")) readStep(one, step);
  addText(one.after, "", textOf(childOf(script, "details")));
  const issues = childrenOf(childOf(element, "issues"), "issue").map(
    (issue) => textOfChild(issue, "key") || textOf(issue),
  );
  addText(one.after, "Issues", issues.join(", "));
  for (const field of childOf(element, "customFields")?.children ?? []) {
    keepAside(
      one,
      (field.attributes.name ?? textOfChild(field, "name")) || field.name,
      textOf(childOf(field, "value") ?? field),
    );
  }
  for (const child of element.children) if (!READ.has(child.name)) keepAside(one, child.name, textOf(child));
  return one;
}

function readStep(one: ForeignCase, step: XmlElement): void {
  const [action, data, expected] = ["description", "testData", "expectedResult"].map((name) =>
    textOf(childOf(step, name)),
  );
  const called = textOfChild(step, "testCaseKey");
  one.steps.push({ action: action || (called === "" ? "" : `Do ${called}`), data: data!, expected: expected! });
  for (const field of childOf(step, "customFields")?.children ?? [])
    keepAside(one, "custom fields of a step", textOf(field));
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
