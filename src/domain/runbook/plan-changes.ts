// What of an import's plan must be written: most of a large runbook stays as it is, and of most of the rest only the words change.
import { sameSet } from "../apps/platforms.ts";
import type { PlannedCheck, RunbookPlan } from "./plan-import.ts";

/** The title and instructions of a check that exists. */
export interface CheckWords {
  id: string;
  title: string;
  instructions: string | null;
}

export interface PlanChanges {
  /** The plan, with only those checks that are made, moved or marked otherwise. */
  plan: RunbookPlan;
  /** Checks of which nothing but the words changes. */
  words: CheckWords[];
}

export function changesOfPlan(plan: RunbookPlan): PlanChanges {
  const words: CheckWords[] = [];
  const sections = plan.sections.map((section) => {
    const checks = section.checks.filter((check) => {
      if (!staysInPlace(check, section.known?.id ?? null)) return true;
      const { known, title, instructions } = check;
      if (title !== known!.title || instructions !== known!.instructions) {
        words.push({ id: known!.id, title, instructions });
      }
      return false;
    });
    return { ...section, checks };
  });
  return { plan: { ...plan, sections }, words };
}

function staysInPlace({ known, position, notApplicable }: PlannedCheck, sectionId: string | null): boolean {
  if (known === null || known.sectionId !== sectionId || known.position !== position) return false;
  return sameSet(notApplicable, known.notApplicable);
}
