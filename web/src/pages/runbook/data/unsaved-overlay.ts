// The runbook as its reader has left it: what was read from the server, with all that is not saved yet laid over it. Taking
// a change away shows the truth again, whatever was read meanwhile.
import type { Status } from "../../../api/types.ts";
import type { ChangeOf, Unsaved } from "../../../api/unsaved-change.ts";
import type { Runbook, RunbookCheck, RunbookSection } from "./runbook.ts";
import { isShownIn } from "./shown-in-cycle.ts";

/** Computes a cell's new state from its present one. */
type CellChange = (status: Status, openIssues: number) => { status: Status; openIssues: number };

/** Checks that did not change stay the same objects. */
export function overlayUnsaved(book: Runbook, unsaved: readonly Unsaved[]): Runbook {
  if (unsaved.length === 0) return book;
  const draft = new Draft(book);
  for (const { change, state } of unsaved) {
    if (!isShownIn(book.cycle?.id, change)) continue;
    // What was refused is not how things stand; but what was to be added has no other place to be seen.
    if (state !== "waiting" && change.kind !== "checks" && change.kind !== "section") continue;
    draft.apply(change);
  }
  return draft.runbook();
}

class Draft {
  readonly #book: Runbook;
  readonly #places: ReadonlyMap<string, number>;
  readonly #cells = new Map<string, [platform: number, change: CellChange][]>();
  #sections: RunbookSection[];
  #bySection: Map<string, RunbookCheck[]>;
  /** Checks that were taken out of this runbook, and where they stood; what left before isn't known here. */
  readonly #archived = new Map<string, { check: RunbookCheck; after: string | null }>();
  readonly #deleted = new Map<string, { section: RunbookSection; position: number }>();
  #isOther = false;

  constructor(book: Runbook) {
    this.#book = book;
    this.#sections = book.sections;
    this.#places = new Map(book.platforms.map(({ code }, place) => [code, place]));
    this.#bySection = new Map(book.sections.map(({ id }) => [id, []]));
    for (const check of book.checks) this.#bySection.get(check.section)?.push(check);
  }

  apply(change: Unsaved["change"]): void {
    if (this.#applyToCells(change)) return;
    this.#isOther = true;
    if (change.kind === "checks") this.#add(change);
    else if (change.kind === "section") this.#addSection(change);
    else if (change.kind === "text") this.#write(change);
    else if (change.kind === "move") this.#move(change);
    else if (change.kind === "move-section") this.#moveSection(change.section, change.position);
    else if (change.kind === "archive") for (const id of change.checks) this.#archive(id);
    else if (change.kind === "restore") this.#restore(change);
    else if (change.kind === "delete-section") this.#deleteSection(change.section);
    else if (change.kind === "restore-section") this.#restoreSection(change.section);
  }

  /** Applies a change of cells; false when it is none. */
  #applyToCells(change: Unsaved["change"]): boolean {
    if (change.kind === "results") {
      const { outcome } = change;
      for (const { check, platform } of change.cells) {
        this.#cell(check, platform, (status, openIssues) =>
          status === "not_applicable"
            ? { status, openIssues }
            : { status: openIssues > 0 ? "failed" : outcome, openIssues },
        );
      }
    } else if (change.kind === "take-back") {
      for (const { check, platform, status, openIssues } of change.before) {
        this.#cell(check, platform, () => ({ status, openIssues }));
      }
    } else if (change.kind === "marks") {
      for (const { check, on, off } of change.marks) {
        for (const code of on) this.#cell(check, code, marked);
        for (const code of off) this.#cell(check, code, unmarked);
      }
    } else if (change.kind === "issue") {
      const { check, platforms } = change;
      if (check === undefined) return true;
      for (const code of platforms.length > 0 ? platforms : this.#places.keys()) this.#cell(check, code, raised);
    } else return change.kind === "attach";
    return true;
  }

  runbook(): Runbook {
    const checks = this.#isOther ? [...this.#bySection.values()].flat() : this.#book.checks;
    return {
      ...this.#book,
      sections: this.#sections,
      checks: this.#cells.size === 0 ? checks : checks.map((check) => this.#withCellChanges(check)),
    };
  }

  #withCellChanges(check: RunbookCheck): RunbookCheck {
    const changes = this.#cells.get(check.id);
    if (changes === undefined) return check;
    const statuses = [...check.statuses];
    const open_issues = [...check.open_issues];
    for (const [place, change] of changes) {
      const status = statuses[place];
      // A cell without a status is not in the cycle, whatever is done there.
      if (status == null) continue;
      const after = change(status, open_issues[place]!);
      statuses[place] = after.status;
      open_issues[place] = after.openIssues;
    }
    return { ...check, statuses, open_issues };
  }

  #cell(check: string, code: string, change: CellChange): void {
    const place = this.#places.get(code);
    if (place === undefined) return;
    const changes = this.#cells.get(check);
    if (changes === undefined) this.#cells.set(check, [[place, change]]);
    else changes.push([place, change]);
  }

  #add({ section, after, checks }: ChangeOf<"checks">): void {
    const { platforms } = this.#book;
    const added = checks.map(({ key, title, instructions, copyOf, notApplicable = [] }): RunbookCheck => {
      const source = copyOf === undefined ? undefined : this.#find(copyOf);
      const isMarked = (i: number) =>
        source?.statuses[i] === "not_applicable" || notApplicable.includes(platforms[i]!.code);
      return {
        id: key,
        section,
        ref: "",
        title,
        has_instructions: instructions !== undefined || source?.has_instructions === true,
        statuses: platforms.map((_, i) => (isMarked(i) ? "not_applicable" : "untested")),
        open_issues: platforms.map(() => 0),
      };
    });
    this.#insert(section, after, added);
  }

  #addSection({ key, title }: ChangeOf<"section">): void {
    if (this.#sections.some(({ id }) => id === key)) return;
    this.#sections = [...this.#sections, { id: key, ref: "", title }];
    this.#bySection.set(key, []);
  }

  #insert(section: string, after: string | null | undefined, added: readonly RunbookCheck[]): void {
    const own = this.#bySection.get(section);
    if (own === undefined) return;
    const known = new Set(own.map(({ id }) => id));
    const fresh = added.filter(({ id }) => !known.has(id));
    const anchor = after === undefined || after === null ? -1 : own.findIndex(({ id }) => id === after);
    const at = after === null ? 0 : anchor < 0 ? own.length : anchor + 1;
    this.#bySection.set(section, own.toSpliced(at, 0, ...fresh));
  }

  #move({ checks, section, after }: ChangeOf<"move">): void {
    const moved = checks.flatMap((id) => {
      const check = this.#take(id);
      return check === undefined ? [] : [check.section === section ? check : { ...check, section }];
    });
    this.#insert(section, after, moved);
  }

  #moveSection(id: string, position: number): void {
    const section = this.#sections.find((one) => one.id === id);
    if (section === undefined) return;
    this.#sections = this.#sections.filter((one) => one !== section).toSpliced(position, 0, section);
  }

  #archive(id: string): void {
    const section = this.#find(id)?.section;
    const own = this.#bySection.get(section ?? "") ?? [];
    const check = this.#take(id);
    if (check === undefined) return;
    this.#archived.set(id, { check, after: own[own.indexOf(check) - 1]?.id ?? null });
  }

  /** Shows restored checks where they stood: what was read meanwhile may lack them already. */
  #restore({ checks, stood }: ChangeOf<"restore">): void {
    const rows = stood?.cycle === this.#book.cycle?.id ? stood?.rows : undefined;
    for (const id of checks) {
      const archived = this.#archived.get(id);
      const row = rows?.find(({ check }) => check.id === id) ?? archived;
      if (row === undefined || this.#find(id) !== undefined) continue;
      const { section } = (archived ?? row).check;
      this.#insert(section, row.after, [(archived ?? row).check]);
    }
  }

  #deleteSection(id: string): void {
    const position = this.#sections.findIndex((one) => one.id === id);
    if (position < 0) return;
    this.#deleted.set(id, { section: this.#sections[position]!, position });
    this.#sections = this.#sections.toSpliced(position, 1);
  }

  #restoreSection(id: string): void {
    const known = this.#deleted.get(id);
    if (known === undefined || this.#sections.some((one) => one.id === id)) return;
    this.#sections = this.#sections.toSpliced(known.position, 0, known.section);
  }

  #write({ of, id, field, text }: ChangeOf<"text">): void {
    if (of === "section") {
      this.#sections = this.#sections.map((section) => (section.id === id ? { ...section, title: text } : section));
    } else if (field === "title") this.#change(id, (check) => ({ ...check, title: text }));
    else this.#change(id, (check) => ({ ...check, has_instructions: text !== "" }));
  }

  #change(id: string, change: (check: RunbookCheck) => RunbookCheck): void {
    const found = this.#find(id);
    if (found === undefined) return;
    const own = this.#bySection.get(found.section)!;
    this.#bySection.set(
      found.section,
      own.map((check) => (check === found ? change(check) : check)),
    );
  }

  #find(id: string): RunbookCheck | undefined {
    for (const checks of this.#bySection.values()) {
      const found = checks.find((check) => check.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Takes a check out of its section. */
  #take(id: string): RunbookCheck | undefined {
    const found = this.#find(id);
    if (found !== undefined) {
      const own = this.#bySection.get(found.section)!;
      this.#bySection.set(
        found.section,
        own.filter((check) => check !== found),
      );
    }
    return found;
  }
}

const marked: CellChange = (_, openIssues) => ({ status: "not_applicable", openIssues });

/** A cell that is no longer marked, as a guess until the server gives the real status. */
const unmarked: CellChange = (_, openIssues) => ({ status: openIssues > 0 ? "failed" : "untested", openIssues });

const raised: CellChange = (status, openIssues) => ({
  status: status === "not_applicable" ? status : "failed",
  // What was read may have the new one already.
  openIssues: Math.max(1, openIssues),
});
