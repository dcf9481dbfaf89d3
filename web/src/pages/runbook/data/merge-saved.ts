// What was saved becomes part of what is kept of the runbook, without reading it again.
import type { Check } from "../../../api/types.ts";
import type { Change, Unsaved } from "../../../api/unsaved-change.ts";
import type { Saved } from "../../../unsaved/send-change.ts";
import type { Runbook, RunbookCheck } from "./runbook.ts";
import { overlayUnsaved } from "./unsaved-overlay.ts";

export function mergeSaved(book: Runbook, unsaved: Unsaved, saved: Saved): Runbook {
  const after = overlayUnsaved(book, [named(unsaved, saved)]);
  // A check that comes with the answer reads as it does in all testing.
  if (book.cycle !== undefined) return after;
  const checks = new Map((saved.checks ?? []).map((check) => [check.id, check]));
  const section = saved.section;
  if (checks.size === 0 && section === undefined) return after;
  return {
    ...after,
    checks: after.checks.map((check) => asSaved(book, check, checks.get(check.id))),
    sections: after.sections.map((one) => (one.id === section?.id ? { ...one, ref: section.ref } : one)),
  };
}

/** The change with the ids of what it created in place of its keys. */
export function named(unsaved: Unsaved, { ids }: Saved): Unsaved {
  if (ids === undefined) return unsaved;
  let text = JSON.stringify(unsaved.change);
  for (const [key, id] of ids) text = text.replaceAll(key, id);
  return { ...unsaved, change: JSON.parse(text) as Change };
}

/** Whether the runbook has other checks or sections afterwards, or has them elsewhere. */
export function changesStructure({ kind }: Change): boolean {
  return !["results", "take-back", "marks", "issue", "attach"].includes(kind);
}

function asSaved({ platforms }: Runbook, check: RunbookCheck, saved: Check | undefined): RunbookCheck {
  if (saved === undefined) return check;
  const byCode = new Map(saved.platforms.map((platform) => [platform.code, platform]));
  return {
    ...check,
    ref: saved.ref,
    title: saved.title,
    has_instructions: saved.instructions !== null,
    statuses: platforms.map(({ code }, i) => byCode.get(code)?.status ?? check.statuses[i]!),
    open_issues: platforms.map(({ code }, i) => byCode.get(code)?.open_issues ?? check.open_issues[i]!),
  };
}
