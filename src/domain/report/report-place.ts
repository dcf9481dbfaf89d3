// Where a report says that its issue belongs. What matches nothing of the runbook is passed over: an issue is raised all the same.

/** The names in the payload, and the section for reports that name none that exists. */
export interface ReportPlace {
  check: string | null;
  section: string | null;
  defaultSection: string | null;
}

interface NamedEntry {
  id: string;
  ref: string;
  title: string;
}

/** The check or section that was found. An issue on a check has no section of its own. */
export interface PlacedReport {
  check: NamedEntry | null;
  section: NamedEntry | null;
  isDefault: boolean;
  /** Checks that have the name as their title, where that left open which of them is meant; else 0. */
  similar: number;
}

export const NO_PLACE: PlacedReport = { check: null, section: null, isDefault: false, similar: 0 };

export function namesPlace({ check, section, defaultSection }: ReportPlace): boolean {
  return check !== null || section !== null || defaultSection !== null;
}

/** A check by its ref, else by its exact title, between several of which the section decides; a section likewise. */
export function placeReport(
  { check: checkName, section: sectionName, defaultSection }: ReportPlace,
  checks: readonly (NamedEntry & { sectionId: string })[],
  sections: readonly NamedEntry[],
): PlacedReport {
  const section = sectionName === null ? null : only(named(sections, sectionName));
  const meant = checkName === null ? [] : named(checks, checkName);
  const inside = meant.length > 1 ? meant.filter(({ sectionId }) => sectionId === section?.id) : meant;
  const check = only(inside);
  if (check !== null) return { ...NO_PLACE, check };
  const similar = meant.length > 1 ? meant.length : 0;
  if (section !== null) return { ...NO_PLACE, section, similar };
  const byDefault = sections.find(({ id }) => id === defaultSection) ?? null;
  return { check: null, section: byDefault, isDefault: byDefault !== null, similar };
}

function named<T extends NamedEntry>(entries: readonly T[], name: string): T[] {
  const byRef = entries.filter(({ ref }) => ref === name);
  return byRef.length > 0 ? byRef : entries.filter(({ title }) => title === name);
}

function only<T>(entries: readonly T[]): T | null {
  return entries.length === 1 ? entries[0]! : null;
}
