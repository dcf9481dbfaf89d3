// TestRail's XML: a suite of sections within sections, each with its cases, or a run, which has tests of them.
import { ownValue } from "../../../../lib/collections/own-value.ts";
import { childOf, childrenOf, textOfChild, wholeText, type XmlElement } from "../../../../lib/formats/xml-tree.ts";
import { htmlToText, isHtml } from "../../../../lib/text/html-text.ts";
import { stepsOfCells } from "../reading/cell-steps.ts";
import { addText, EXPECTED, emptyCase, type ForeignCase, keepAside, STEPS } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import { IS_RESULT } from "../reading/left-out.ts";
import { inOrder, keepRest, leaveOutRest, ONLY_SECTIONS, ONLY_TITLE } from "../reading/unknown-fields.ts";
import { scenariosIn } from "./scenarios.ts";

/** Parts of suites, runs and sections. */
const PARTS = new Set(["name", "description", "sections", "section", "cases", "tests"]);
/** What sections and runs hold. */
const HOLDERS = { cases: "case", tests: "test" };
const CASE_PARTS = new Set(["id", "caseid", "title", "references", "custom"]);
const TEST_PARTS = new Set([...CASE_PARTS, "status"]);
const STEP_PARTS = new Set(["index", "content", "additional_info", "expected", "refs", "shared_step_id"]);
/** Fields of one's own that hold what somebody does, by the names that TestRail gives them. */
const TEXTS: Record<string, string> = {
  ...{ mission: "Mission", goals: "Goals" },
  ...{ testrail_bdd_scenario: "Scenarios", bdd_scenario: "Scenarios", bdd_scenarios: "Scenarios" },
};

export function readTestRailXml(root: XmlElement, runbook: ForeignRunbook): void {
  const suites = root.name === "suites" ? childrenOf(root, "suite") : [root];
  if (root.name === "suites") leaveOutRest(runbook, root, new Set(["suite"]), { whose: "", why: ONLY_SECTIONS });
  for (const suite of suites) {
    const kind = suite.name === "run" ? "run" : "suite";
    leaveOutRest(runbook, suite, PARTS, { whose: `of a ${kind}`, why: ONLY_SECTIONS });
    const name = textOfChild(suite, "name");
    const path = suites.length > 1 && name !== "" ? [name] : [];
    if (path.length === 0 && name !== "") runbook.leaveOut(`${kind} name`, "an app has sections only", suite.at);
    if (textOfChild(suite, "description") !== "") {
      runbook.leaveOut(`${kind} description`, "an app has no description", suite.at);
    }
    readCases(suite, path, runbook);
    readSections(suite, path, runbook);
  }
}

function readSections(parent: XmlElement, path: readonly string[], runbook: ForeignRunbook): void {
  const holders = childrenOf(parent, "sections");
  for (const holder of holders) {
    leaveOutRest(runbook, holder, new Set(["section"]), { whose: "of the sections", why: ONLY_TITLE });
  }
  for (const section of [parent, ...holders].flatMap((holder) => childrenOf(holder, "section"))) {
    const below = [...path, textOfChild(section, "name")];
    runbook.section(below, section.at);
    if (textOfChild(section, "description") !== "") {
      runbook.leaveOut("section description", "a section has no description", section.at);
    }
    leaveOutRest(runbook, section, PARTS, { whose: "of a section", why: ONLY_TITLE });
    readCases(section, below, runbook);
    readSections(section, below, runbook);
  }
}

function readCases(section: XmlElement, path: readonly string[], runbook: ForeignRunbook): void {
  for (const [list, name] of Object.entries(HOLDERS)) {
    for (const cases of childrenOf(section, list)) {
      leaveOutRest(runbook, cases, new Set([name]), { whose: `of the ${list}`, why: ONLY_TITLE });
      for (const element of childrenOf(cases, name)) runbook.add({ ...readCase(element), path });
    }
  }
}

function readCase(element: XmlElement): ForeignCase {
  const one = emptyCase(element.at);
  const [id, ofCase] = [textOfChild(element, "id"), textOfChild(element, "caseid")];
  one.id = ofCase || id || null;
  // A test is a case in a run, with an id of its own and a status.
  if (ofCase !== "") keepAside(one, "id", id);
  const isTest = element.name === "test";
  if (isTest) keepAside(one, "status", textOfChild(element, "status"), IS_RESULT);
  one.title = textOfChild(element, "title");
  const custom = childOf(element, "custom");
  addText(one.before, "Preconditions", textOf(childOf(custom, "preconds")));
  readSteps(one, custom);
  for (const field of custom?.children ?? []) readField(one, field);
  addText(one.after, "References", textOfChild(element, "references"));
  keepRest(one, element, isTest ? TEST_PARTS : CASE_PARTS, "");
  keepRest(one, custom, new Set(custom?.children.map(({ name }) => name)), "of the fields of one's own");
  return one;
}

function readSteps(one: ForeignCase, custom: XmlElement | undefined): void {
  const [steps, expected] = [textOf(childOf(custom, "steps")), textOf(childOf(custom, "expected"))];
  const read = stepsOfCells(steps, "", expected);
  const holders = childrenOf(custom, "steps_separated");
  for (const holder of holders) keepRest(one, holder, new Set(["step"]), "of the steps");
  const numberOf = (step: XmlElement) => textOfChild(step, "index");
  const separate = holders.flatMap((holder) => inOrder(childrenOf(holder, "step"), numberOf));
  if (separate.length === 0 && read.steps.length > 1) one.steps.push(...read.steps);
  else addText(one.before, STEPS, steps);
  addText(one.after, EXPECTED, separate.length === 0 && read.steps.length > 1 ? read.expected : expected);
  for (const step of separate) {
    const [content, shared] = [textOf(childOf(step, "content")), textOfChild(step, "shared_step_id")];
    one.steps.push({
      action: content || (shared === "" ? "" : `Shared step ${shared}`),
      data: textOf(childOf(step, "additional_info")),
      expected: textOf(childOf(step, "expected")),
    });
    if (content !== "") keepAside(one, "shared_step_id of a step", shared);
    keepAside(one, "references of a step", textOfChild(step, "refs"));
    keepRest(one, step, STEP_PARTS, "of a step");
  }
}

function readField(one: ForeignCase, field: XmlElement): void {
  const { name } = field;
  if (["preconds", "steps", "expected", "steps_separated"].includes(name)) return;
  const value = childOf(field, "value");
  const text = textOf(value) || textOf(field);
  const parts = value === undefined ? ["text", ...field.children.map((child) => child.name)] : ["id", "value"];
  keepRest(one, field, new Set(parts), `of ${name}`);
  const heading = ownValue(TEXTS, name);
  if (heading !== undefined) addText(one.before, heading, text);
  else keepAside(one, name, text);
}

/** Newer versions write HTML where older ones wrote Markdown. */
function textOf(element: XmlElement | undefined): string {
  const text = scenariosIn(wholeText(element).trim());
  return isHtml(text) && text.startsWith("<") ? htmlToText(text) : text;
}
