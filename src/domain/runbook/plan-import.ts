// What importing a file means for an app: what is made, changed, moved, archived and deleted, before any of it is done.
import { groupBy } from "../../lib/collections/group-by.ts";
import { sameSet } from "../apps/platforms.ts";
import { comparePlaces, type KnownApp, type KnownCheck, type KnownSection } from "./existing-app.ts";
import { type Counts, type Details, type ImportStep, Steps } from "./import-steps.ts";
import { matchChecks, matchSections } from "./match-runbook.ts";
import { mergeOrder, movedIn, renumber } from "./merge-order.ts";
import { type PlannedApp, planApp } from "./plan-app.ts";
import { type FileCheck, type FileSection, type RunbookFile, wrongAt } from "./runbook-file.ts";

/** A section of the plan; `known` is null for a new one. */
export interface PlannedSection {
  known: KnownSection | null;
  /** The ref; null gives it the next free one. */
  ref: string | null;
  title: string;
  position: number;
  checks: PlannedCheck[];
}

export interface PlannedCheck {
  known: KnownCheck | null;
  ref: string | null;
  title: string;
  instructions: string | null;
  notApplicable: readonly string[];
  position: number;
}

export interface RunbookPlan {
  app: PlannedApp;
  /** The sections as they will be, in order. */
  sections: PlannedSection[];
  archived: KnownCheck[];
  deleted: KnownSection[];
  steps: ImportStep[];
  counts: Counts;
}

export interface Pruning {
  /** Sections that can't be deleted, by id. */
  held: ReadonlySet<string>;
}

/** What the file leaves out stays unless it is pruned. Throws `invalid_request`, with line and column. */
export function planRunbook(known: KnownApp | null, file: RunbookFile, pruning: Pruning | null): RunbookPlan {
  const steps = new Steps();
  const app = planApp(known, file, pruning !== null, steps);
  const sections = matchSections(known?.sections ?? [], file.sections);
  const checks = matchChecks(known?.checks ?? [], file.sections, sections);
  const named = new Set(checks.values());
  const archived = pruning === null ? [] : (known?.checks ?? []).filter((check) => !named.has(check));
  const order = orderSections(known, file, sections, pruning);
  const codes = app.platforms.map(({ code }) => code);
  const gone = new Set(archived);
  const stays = (known?.checks ?? []).filter((check) => !named.has(check) && !gone.has(check));
  const inside = groupBy(stays, ({ sectionId }) => sectionId);
  const sectionOf = new Map((known?.sections ?? []).map((section) => [section.id, section]));
  const moved = noteMoves(
    order.map(({ section }) => section.known),
    known?.sections ?? [],
  );
  for (const [i, { section, entry }] of order.entries()) {
    stepOfSection(section, moved.get(section.known), i, steps);
    const wanted = (entry?.checks ?? []).map((check) => planCheck(check, checks.get(check) ?? null, codes));
    const others = (inside.get(section.known?.id ?? "") ?? []).map(keepCheck);
    section.checks = inOrder(wanted, others, section.known?.id ?? null);
    stepsOfChecks(section, sectionOf, codes, steps);
  }
  const kept = new Set(order.map(({ section }) => section.known));
  const deleted = (known?.sections ?? []).filter((section) => !kept.has(section));
  for (const { ref, title } of archived) steps.add("archive", { kind: "check", ref, title });
  for (const { ref, title } of deleted) steps.add("delete", { kind: "section", ref, title });
  return {
    app,
    sections: order.map(({ section }) => section),
    archived,
    deleted,
    steps: steps.list,
    counts: steps.counts,
  };
}

/** A section in its place, with what the file says of it. */
interface Placed {
  section: PlannedSection;
  entry: FileSection | null;
}

function orderSections(
  known: KnownApp | null,
  file: RunbookFile,
  matched: ReadonlyMap<FileSection, KnownSection>,
  pruning: Pruning | null,
): Placed[] {
  const wanted = file.sections.map(
    (entry): Placed => ({ section: planSection(entry, matched.get(entry) ?? null), entry }),
  );
  const byKnown = new Map(wanted.map((one) => [one.section.known, one]));
  const before = (known?.sections ?? []).flatMap((section): Placed[] => {
    const meant = byKnown.get(section);
    if (meant !== undefined) return [meant];
    if (pruning !== null && !pruning.held.has(section.id)) return [];
    const { ref, title, position } = section;
    return [{ section: { known: section, ref, title, position, checks: [] }, entry: null }];
  });
  const order = mergeOrder(before, wanted);
  const positions = renumber(order.map(({ section }) => section.known?.position ?? null));
  for (const [i, { section }] of order.entries()) section.position = positions[i]!;
  return order;
}

function planSection(entry: FileSection, known: KnownSection | null): PlannedSection {
  const title = entry.title ?? known?.title;
  if (title === undefined)
    throw wrongAt(entry.at, `no section has the ref ${JSON.stringify(entry.ref)}: a new one needs a title`);
  return { known, ref: entry.ref ?? known?.ref ?? null, title, position: 0, checks: [] };
}

function planCheck(entry: FileCheck, known: KnownCheck | null, codes: readonly string[]): PlannedCheck {
  const unknown = entry.notApplicable?.find((code) => !codes.includes(code));
  if (unknown !== undefined) {
    const named = JSON.stringify(unknown.slice(0, 60).toWellFormed());
    throw wrongAt(
      entry.at,
      `not_applicable: unknown platform ${named}; there ${codes.length === 1 ? "is" : "are"} ${codes.join(", ")}`,
    );
  }
  const marks = new Set(entry.notApplicable ?? known?.notApplicable);
  return {
    known,
    ref: known?.ref ?? entry.ref,
    title: entry.title,
    instructions: entry.instructions === undefined ? (known?.instructions ?? null) : entry.instructions,
    notApplicable: codes.filter((code) => marks.has(code)),
    position: 0,
  };
}

function keepCheck(known: KnownCheck): PlannedCheck {
  const { ref, title, instructions, notApplicable, position } = known;
  return { known, ref, title, instructions, notApplicable, position };
}

/** Puts checks in order; those that the file doesn't name stay behind the check that they followed. */
function inOrder(wanted: PlannedCheck[], others: PlannedCheck[], sectionId: string | null): PlannedCheck[] {
  const own = wanted.filter(({ known }) => known !== null && known.sectionId === sectionId);
  const before = [...own, ...others].sort((a, b) => comparePlaces(a.known!, b.known!));
  const order = mergeOrder(before, wanted);
  const positions = renumber(order.map(({ known }) => (known?.sectionId === sectionId ? known.position : null)));
  for (const [i, check] of order.entries()) check.position = positions[i]!;
  return order;
}

/** The former place of each entry that moves, counted among those that stay. */
function noteMoves<T extends object>(order: readonly (T | null)[], known: readonly T[]): Map<T | null, number> {
  const left = order.filter((one) => one !== null);
  const present = new Set(left);
  const places = new Map(known.filter((one) => present.has(one)).map((one, i) => [one, i]));
  const moved = [...movedIn(left.map((one) => places.get(one)!))];
  return new Map(moved.map((i) => [left[i]!, places.get(left[i]!)!]));
}

function stepOfSection(
  { known, ref, title }: PlannedSection,
  from: number | undefined,
  to: number,
  steps: Steps,
): void {
  if (known === null) {
    steps.add("create", { kind: "section", ref, title });
    return;
  }
  const details: Details = {};
  if (ref !== known.ref) details.ref = { from: known.ref, to: ref };
  if (title !== known.title) details.title = { from: known.title, to: title };
  if (from !== undefined) details.position = { from, to };
  steps.keep({ kind: "section", ref, title, details, moves: from !== undefined });
}

function stepsOfChecks(
  section: PlannedSection,
  sectionOf: ReadonlyMap<string, KnownSection>,
  codes: readonly string[],
  steps: Steps,
): void {
  const here = section.known?.id ?? null;
  const isOwn = ({ known }: PlannedCheck) => known !== null && known.sectionId === here;
  const own = section.checks.filter(isOwn).map(({ known }) => known!);
  const moved = noteMoves<KnownCheck>(own, [...own].sort(comparePlaces));
  for (const [to, check] of section.checks.entries()) {
    const { known, ref, title } = check;
    if (known === null) {
      steps.add("create", { kind: "check", ref, title });
      continue;
    }
    const details = changesOf(check, known, codes);
    const from = moved.get(known);
    const leaves = known.sectionId !== here;
    if (leaves) details.section = { from: sectionOf.get(known.sectionId)!.ref, to: section.ref ?? section.title };
    else if (from !== undefined) details.position = { from, to };
    steps.keep({ kind: "check", ref, title, details, moves: leaves || from !== undefined });
  }
}

function changesOf(check: PlannedCheck, known: KnownCheck, codes: readonly string[]): Details {
  const details: Details = {};
  if (check.title !== known.title) details.title = { from: known.title, to: check.title };
  if (check.instructions !== known.instructions) {
    details.instructions = { from: known.instructions, to: check.instructions };
  }
  if (!sameSet(check.notApplicable, known.notApplicable)) {
    details.not_applicable = {
      from: codes.filter((code) => known.notApplicable.includes(code)),
      to: check.notApplicable,
    };
  }
  return details;
}
