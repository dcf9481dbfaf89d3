// The runbook that the cases of another tool become. Nested sections are flattened to one with a path, ids become refs, and
// whatever has no place is listed.
import { MAX_CHECKS, MAX_INSTRUCTIONS, MAX_REF, MAX_SECTIONS, MAX_TITLE } from "../../../../domain/limits.ts";
import type { FileCheck, FileSection, RunbookFile } from "../../../../domain/runbook/runbook-file.ts";
import type { TextPosition } from "../../../../lib/formats/text-tree.ts";
import { beginning, codePoints, oneLine } from "../../../../lib/text/text.ts";
import type { ColumnMatch } from "./column-fields.ts";
import { type ForeignCase, instructionsOf } from "./foreign-case.ts";
import { type LeftOut, LeftOutList, NO_SUCH_FIELD } from "./left-out.ts";

/** Thrown for something in a file that keeps it from being imported. */
export class WrongFile extends Error {
  readonly place: TextPosition | null;

  constructor(place: TextPosition | null, message: string) {
    super(message);
    this.place = place;
  }
}

export interface ForeignOptions {
  /** Put in front of every id to make it a ref. */
  refPrefix: string;
  /** Whether fields that a check does not have stand at the end of its instructions. */
  keepFields: boolean;
  /** What the columns of a table are matched with; null: what their names say. */
  columns: ColumnMatch | null;
  /** Whether some column is taken for the titles where no name says which: for a plan that shows what could be matched. */
  guesses: boolean;
}

/** Where the cases are that have no section: a check must have one. */
export const NO_SECTION = "No section";
const SEPARATOR = " / ";
/** Characters of a name that are kept, in code units, of which each has two at most. */
const MOST_OF_NAME = 2 * MAX_TITLE;
/** Joins names; no name contains this character. */
const BETWEEN_NAMES = "\0";

/** The beginning of a name, enough to see that it is too long: the rest would be read again for each of its cases. */
export function shortName(name: string): string {
  const rest = name.slice(MOST_OF_NAME);
  return rest.trim() === "" ? name : `${name.slice(0, MOST_OF_NAME)}…`;
}

export class ForeignRunbook {
  private readonly sections = new Map<string, FileSection>();
  private readonly refs = new Set<string>();
  /** The number that the next case of an id gets. */
  private readonly repeats = new Map<string, number>();
  private readonly leftOut = new LeftOutList();
  readonly options: ForeignOptions;
  private checks = 0;

  constructor(options: ForeignOptions) {
    this.options = options;
  }

  /** Has a section, with or without cases in it. */
  section(path: readonly string[], at: TextPosition): void {
    this.sectionAt(path, at);
  }

  leaveOut(field: string, why: string, { line }: TextPosition): void {
    this.leftOut.add(field, why, line);
  }

  add(one: ForeignCase): void {
    const { at, path } = one;
    const title = oneLine(one.title);
    if (title === "" && one.id === null) {
      this.leaveOut("title", "a case without a title can't be a check", at);
      return;
    }
    if (++this.checks > MAX_CHECKS) throw new WrongFile(at, `an app has at most ${MAX_CHECKS} checks`);
    if (title === "") this.leaveOut("title", "it is empty: the check is called as its id", at);
    const section = this.sectionAt(path, at);
    const check: FileCheck = { at, ref: this.refOf(one), title: this.titleOf(title || oneLine(one.id!), one) };
    const instructions = this.instructionsFor(one);
    if (instructions !== "") check.instructions = instructions;
    section.checks.push(check);
  }

  finish(): { file: RunbookFile; leftOut: LeftOut[] } {
    // The name of a section that only holds others stands in theirs.
    const parents = parentsAmong([...this.sections.keys()]);
    const kept = [...this.sections].filter(([key, { checks }]) => checks.length > 0 || !parents.has(key));
    const sections = kept.map(([, section]) => section);
    if (sections.length > MAX_SECTIONS) {
      throw new WrongFile(sections[MAX_SECTIONS]!.at, `an app has at most ${MAX_SECTIONS} sections`);
    }
    if (sections.length === 0) throw new WrongFile(null, "The file has no test cases");
    return { file: { name: null, platforms: null, sections }, leftOut: this.leftOut.all() };
  }

  private sectionAt(path: readonly string[], at: TextPosition): FileSection {
    const names = path.map((name) => oneLine(shortName(name))).filter((name) => name !== "");
    const key = keyOf(names);
    const known = this.sections.get(key);
    if (known !== undefined) return known;
    // Those that only hold others do not count in the end, but a file can't make up any number of them.
    if (this.sections.size >= 10 * MAX_SECTIONS) throw new WrongFile(at, `an app has at most ${MAX_SECTIONS} sections`);
    const section: FileSection = { at, ref: null, title: this.sectionTitle(names, at), checks: [] };
    this.sections.set(key, section);
    return section;
  }

  private sectionTitle(names: readonly string[], at: TextPosition): string {
    const title = names.length === 0 ? NO_SECTION : names.join(SEPARATOR);
    if (codePoints(title, MAX_TITLE) <= MAX_TITLE) return title;
    this.leaveOut("section", `longer than ${MAX_TITLE} characters: it is cut`, at);
    return `${beginning(title, MAX_TITLE - 1)}…`;
  }

  private titleOf(title: string, one: ForeignCase): string {
    if (codePoints(title, MAX_TITLE) <= MAX_TITLE) return title;
    this.leaveOut("title", `longer than ${MAX_TITLE} characters: all of it stands in the instructions`, one.at);
    one.before.unshift({ heading: "", text: title });
    return `${beginning(title, MAX_TITLE - 1)}…`;
  }

  private refOf({ id, at }: ForeignCase): string | null {
    const own = oneLine(id ?? "");
    if (own === "") return null;
    const ref = this.options.refPrefix + own;
    let unique = ref;
    for (let next = this.repeats.get(ref) ?? 2; this.refs.has(unique); next++) {
      unique = `${ref}-${next}`;
      this.repeats.set(ref, next + 1);
    }
    this.refs.add(unique);
    if (unique !== ref) {
      this.leaveOut("id", "it stands for several cases: a number is added to those after the first", at);
    }
    if (codePoints(unique, MAX_REF) <= MAX_REF) return unique;
    this.leaveOut("id", `longer than ${MAX_REF} characters: the check gets a ref of its own`, at);
    return null;
  }

  private instructionsFor(one: ForeignCase): string {
    const { at, others } = one;
    const { keepFields } = this.options;
    for (const { field, why } of keepFields ? [] : others) this.leaveOut(field, why ?? NO_SUCH_FIELD, at);
    for (const { field, value } of keepFields ? others : []) one.after.push({ heading: oneLine(field), text: value });
    const text = instructionsOf(one);
    if (codePoints(text, MAX_INSTRUCTIONS) <= MAX_INSTRUCTIONS) return text;
    this.leaveOut("instructions", `longer than ${MAX_INSTRUCTIONS} characters: the end is cut off`, at);
    return `${beginning(text, MAX_INSTRUCTIONS - 1)}…`;
  }
}

function keyOf(path: readonly string[]): string {
  return path.join(BETWEEN_NAMES);
}

/**
 * Keys with which others begin, name by name. Sorted, such a key comes right before them, as nothing sorts before the
 * joining character.
 */
function parentsAmong(keys: readonly string[]): Set<string> {
  const sorted = keys.toSorted();
  return new Set(sorted.filter((key, i) => key !== "" && sorted[i + 1]?.startsWith(key + BETWEEN_NAMES)));
}
