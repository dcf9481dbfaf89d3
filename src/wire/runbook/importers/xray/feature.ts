// A Cucumber feature as Xray exports it: a tag of each scenario names its test.
import { addText, emptyCase, type ForeignCase, keepAside } from "../reading/foreign-case.ts";
import { type ForeignRunbook, WrongFile } from "../reading/foreign-runbook.ts";
import { gherkinWordsOf } from "./gherkin-words.ts";

const TEST_TAG = /^@TEST_(.+)$/;
const DOC_STRING = /^(?:"""|```)/;

export function isFeature(text: string): boolean {
  return gherkinWordsOf(text).feature.test(text.slice(0, 65_536)) && !/^[ \t]*[<{[]/.test(text);
}

interface OpenScenario {
  one: ForeignCase;
  lines: string[];
}

/** One feature after the other, where a file has several. */
export function readFeature(text: string, runbook: ForeignRunbook): void {
  const words = gherkinWordsOf(text);
  let path: string[] = [];
  let tags: string[] = [];
  let background: string[] = [];
  let backgroundOfRule: string[] = [];
  let into: string[] | null = null;
  /** Comments, among which Xray writes the preconditions of the scenario below. */
  let notes: string[] = [];
  let open: OpenScenario | null = null;
  let quotes: string | null = null;
  let found = 0;
  const finish = () => {
    if (open === null) return;
    const said = [...background, ...backgroundOfRule, ...open.lines].join("\n").trim();
    if (said !== "") open.one.after.push({ heading: "", text: said });
    runbook.add(open.one);
    open = null;
  };
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    const at = { line: i + 1, column: 1 };
    if (quotes !== null || DOC_STRING.test(line)) {
      quotes = quotes === null ? line.slice(0, 3) : line.startsWith(quotes) ? null : quotes;
      into?.push(raw.trimEnd());
      continue;
    }
    const [, title] = words.scenario.exec(line) ?? [];
    const [, rule] = words.rule.exec(line) ?? [];
    const [, feature] = words.feature.exec(line) ?? [];
    if (line.startsWith("@")) tags.push(...line.split(/\s+/));
    else if (line.startsWith("#")) notes.push(...noteOf(line));
    else if (feature !== undefined) {
      finish();
      if (tags.length > 0) runbook.leaveOut("tags of a feature", "a section has only a title", at);
      if (notes.length > 0) runbook.leaveOut("comments above a feature", "a section has only a title", at);
      notes = [];
      path = [feature];
      [tags, background, backgroundOfRule, into] = [[], [], [], null];
      runbook.section(path, at);
    } else if (rule !== undefined) {
      finish();
      path = [path[0] ?? "", rule];
      if (tags.length > 0) runbook.leaveOut("tags of a rule", "a section has only a title", at);
      [tags, backgroundOfRule, into] = [[], [], null];
    } else if (words.background.test(line)) {
      finish();
      into = [line];
      if (path.length > 1) backgroundOfRule = into;
      else background = into;
    } else if (title !== undefined) {
      finish();
      found++;
      const one = { ...emptyCase(at), id: idIn(tags), title, path };
      const left = tags.filter((tag) => TEST_TAG.exec(tag)?.[1] !== one.id);
      if (left.length > 0) keepAside(one, "tags", left.join(" "));
      addText(one.before, "", notes.join("\n"));
      notes = [];
      open = { one, lines: [] };
      into = open.lines;
      tags = [];
    } else if (line !== "") {
      // Those of examples are neither the scenario's own nor the next one's.
      if (tags.length > 0 && open !== null) keepAside(open.one, "tags of examples", tags.join(" "));
      tags = [];
      // Comments between steps are theirs; those above a scenario are the next one's.
      into?.push(...notes.map((note) => `# ${note}`));
      if (into !== null) notes = [];
      if (into === null) runbook.leaveOut("description of a feature", "a section has only a title", at);
      else into.push(`${indentOf(line)}${line}`);
    }
  }
  if (open !== null && notes.length > 0) open.lines.push(...notes.map((note) => `# ${note}`));
  finish();
  if (found === 0) throw new WrongFile(null, "The feature has no scenarios");
}

/** What a comment says, unless it is for the program that reads the file. */
function noteOf(line: string): string[] {
  const note = line.replace(/^#+\s*/, "");
  return note === "" || /^(?:language|encoding)\s*:/.test(note) ? [] : [note];
}

/** Tables stand below the line that they belong to. */
function indentOf(line: string): string {
  return line.startsWith("|") ? "  " : "";
}

function idIn(tags: readonly string[]): string | null {
  return tags.map((tag) => TEST_TAG.exec(tag)?.[1]).find((id) => id !== undefined) ?? null;
}
