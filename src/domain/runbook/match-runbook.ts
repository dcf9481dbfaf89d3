// Finds the sections and checks of an app that a file means: by ref, else by title.
import { groupBy } from "../../lib/collections/group-by.ts";
import type { FileCheck, FileSection } from "./runbook-file.ts";

interface Named {
  id: string;
  ref: string;
  title: string;
}

/**
 * A section is meant by its ref; one whose ref nobody has, or that has none, by its exact title. Of several with one
 * title the first in the file means the first in the runbook, and so on.
 */
export function matchSections<T extends Named>(known: readonly T[], file: readonly FileSection[]): Map<FileSection, T> {
  const found = matchByRef(known, file);
  const left = byTitle(known, new Set(found.values()));
  for (const section of file) {
    if (found.has(section) || section.title === null) continue;
    const next = left.get(section.title)?.shift();
    if (next !== undefined) found.set(section, next);
  }
  return found;
}

/** A check is meant by its ref, wherever it is; one without a ref by its exact title within its section. */
export function matchChecks<T extends Named & { sectionId: string }>(
  known: readonly T[],
  file: readonly FileSection[],
  sections: ReadonlyMap<FileSection, { id: string }>,
): Map<FileCheck, T> {
  const found = matchByRef(
    known,
    file.flatMap(({ checks }) => checks),
  );
  const claimed = new Set(found.values());
  const bySection = groupBy(known, ({ sectionId }) => sectionId);
  for (const section of file) {
    const inside = bySection.get(sections.get(section)?.id ?? "");
    if (inside === undefined) continue;
    const left = byTitle(inside, claimed);
    for (const check of section.checks) {
      const next = check.ref === null ? left.get(check.title)?.shift() : undefined;
      if (next !== undefined) found.set(check, next);
    }
  }
  return found;
}

function matchByRef<F extends { ref: string | null }, T extends Named>(
  known: readonly T[],
  file: readonly F[],
): Map<F, T> {
  const byRef = new Map(known.map((one) => [one.ref, one]));
  const found = new Map<F, T>();
  for (const one of file) {
    const meant = one.ref === null ? undefined : byRef.get(one.ref);
    if (meant !== undefined) found.set(one, meant);
  }
  return found;
}

function byTitle<T extends Named>(known: readonly T[], claimed: ReadonlySet<T>): Map<string, T[]> {
  return groupBy(
    known.filter((one) => !claimed.has(one)),
    ({ title }) => title,
  );
}
