// The runbook as a list of rows: a heading for each section, its checks, and for admins a place to add one.

import type { Counts } from "../../../api/types.ts";
import type { CheckPosition } from "../../../api/unsaved-change.ts";
import type { Runbook, RunbookCheck, RunbookOutline, RunbookSection } from "./runbook.ts";
import type { RunbookFilter } from "./runbook-filter.ts";

/** A platform as a column of the grid, by its place in the runbook. */
export interface Column {
  code: string;
  label: string;
  platform: number;
}

export type Row =
  | {
      kind: "section";
      key: string;
      section: RunbookSection;
      /** Counts of the whole section, whatever the filters hide. */
      counts: Counts;
      /** How many checks are shown of it, folded or not, and how many it has. */
      shown: number;
      all: number;
      isCollapsed: boolean;
      /** The names of those who test it in the cycle. */
      testers: string;
    }
  | { kind: "check"; key: string; check: RunbookCheck }
  /** `after` is set where a check is added between others: behind this one, or first. */
  | { kind: "add-check"; key: string; draft: string; section: RunbookSection; after?: string | null }
  | { kind: "add-section"; key: string; draft: string };

export interface Arrangement {
  filters: RunbookFilter;
  isFiltered: boolean;
  /** The sections that are shown, by their ids; null means all. */
  own: ReadonlySet<string> | null;
  collapsed: ReadonlySet<string>;
  /** Checks that stay although they fit the filter no more: somebody has just worked on them. */
  held: ReadonlySet<string>;
  mayEdit: boolean;
  /** Where a check is being put between others. */
  insertion: CheckPosition | null;
}

/** The key of the row in which a check is added between others. */
export const INSERTION = "add between";

/** The name of the draft of a row's title. */
export function titleDraft(key: string): string {
  return `of the title of ${key}`;
}

export function columnsOf({ platforms }: RunbookOutline): Column[] {
  return platforms.map(({ code, label }, platform) => ({ code, label, platform }));
}

export function runbookRowsOf(runbook: Runbook, columns: readonly Column[], arrangement: Arrangement): Row[] {
  const { filters, isFiltered, own, collapsed, held, mayEdit, insertion } = arrangement;
  const fits = fitsFilters(filters, columns);
  const bySection = new Map<string, RunbookCheck[]>(runbook.sections.map(({ id }) => [id, []]));
  for (const check of runbook.checks) if (isIn(check, columns)) bySection.get(check.section)?.push(check);
  const rows: Row[] = [];
  for (const section of runbook.sections) {
    if (filters.section !== null && filters.section !== section.id) continue;
    if (own !== null && !own.has(section.id)) continue;
    const all = bySection.get(section.id)!;
    if (runbook.cycle !== undefined && all.length === 0) continue;
    const shown = isFiltered ? all.filter((check) => held.has(check.id) || fits(check)) : all;
    // Somebody is writing a check here: whatever happens around it, the field stays.
    const between = insertion?.section === section.id ? insertion.after : undefined;
    if (isFiltered && shown.length === 0 && between === undefined && (filters.section === null || all.length > 0))
      continue;
    // A search that finds something must show it.
    const isCollapsed = collapsed.has(section.id) && !isFiltered && between === undefined;
    const counts = countsOf(all, columns);
    rows.push({
      kind: "section",
      key: section.id,
      section,
      counts,
      shown: shown.length,
      all: all.length,
      isCollapsed,
      testers: testersOf(runbook, section.id),
    });
    if (isCollapsed) continue;
    // What was begun anywhere in a section goes on anywhere in it.
    const draft = titleDraft(`add ${section.id}`);
    const field: Row = { kind: "add-check", key: INSERTION, draft, section, after: between ?? null };
    if (between === null) rows.push(field);
    const isShown = new Set(shown);
    for (const check of all) {
      if (isShown.has(check)) rows.push({ kind: "check", key: check.id, check });
      if (between === check.id) rows.push(field);
    }
    if (mayEdit && (!isFiltered || filters.section !== null)) {
      rows.push({ kind: "add-check", key: `add ${section.id}`, draft, section });
    }
  }
  if (mayEdit && !isFiltered)
    rows.push({ kind: "add-section", key: "add", draft: titleDraft(`add to ${runbook.app.id}`) });
  return rows;
}

function testersOf({ cycle }: Runbook, section: string): string {
  const names = cycle?.testers.filter((one) => one.section.id === section).map(({ person }) => person.name);
  return names?.join(", ") ?? "";
}

/** Whether a check is in the cycle on one of these platforms; of all testing every one is. */
function isIn({ statuses }: RunbookCheck, columns: readonly Column[]): boolean {
  return columns.some(({ platform }) => statuses[platform] !== null);
}

function fitsFilters({ q, statuses }: RunbookFilter, columns: readonly Column[]): (check: RunbookCheck) => boolean {
  const words = wordsOf(q);
  return (check) => {
    const text = `${check.ref} ${check.title}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) return false;
    return statuses.length === 0 || columns.some(({ platform }) => statuses.includes(check.statuses[platform]!));
  };
}

export function wordsOf(q: string): string[] {
  return q.toLowerCase().split(/\s+/).filter(Boolean);
}

export function countsOf(checks: readonly RunbookCheck[], columns: readonly Column[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, needs_retest: 0, untested: 0, not_applicable: 0 };
  for (const { statuses } of checks) {
    for (const { platform } of columns) {
      const status = statuses[platform];
      if (status != null) counts[status]++;
    }
  }
  return counts;
}

/** Passed and failed as a share of all that apply, rounded down as the server does. */
export function percentOf({ passed, failed, needs_retest, untested }: Counts): number {
  const all = passed + failed + needs_retest + untested;
  return all === 0 ? 0 : Math.floor(((passed + failed) * 100) / all);
}
