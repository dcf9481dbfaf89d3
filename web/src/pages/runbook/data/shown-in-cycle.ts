// Which changes that are not saved yet show in the reading that is open: that of all testing, or of a cycle.
import type { Change } from "../../../api/unsaved-change.ts";

/**
 * Whether a change shows in what is read of a cycle, or of all testing. What a change of the runbook itself means for a cycle is the
 * server's to say, and what was recorded in one cycle says nothing about another.
 */
export function isShownIn(cycle: string | undefined, change: Change): boolean {
  // How it stood before is known of one reading alone.
  if (change.kind === "take-back") return change.cycle === cycle;
  if (cycle === undefined) return true;
  if (change.kind === "results") return change.cycle === undefined || change.cycle === cycle;
  return change.kind === "marks" || change.kind === "issue" || change.kind === "text";
}
