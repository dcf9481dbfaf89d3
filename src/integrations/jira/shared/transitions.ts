// Which step of a workflow leads to where an item belongs.

import { listAt, textAt } from "../../../lib/formats/untrusted-fields.ts";
import { isWontFix } from "../../toolkit/tracker/wont-fix.ts";

/**
 * The id of the step; `there` when the item is where it belongs; null when no step leads there. To reopen, back to where work
 * begins rather than into the middle of it.
 */
export function transitionTo(issue: unknown, done: boolean): string | "there" | null {
  const isDone = textAt(issue, "fields", "status", "statusCategory", "key") === "done";
  if (isDone === done) return "there";
  const steps = listAt(issue, "transitions").map((step) => ({
    id: textAt(step, "id"),
    category: textAt(step, "to", "statusCategory", "key"),
    name: textAt(step, "to", "name"),
  }));
  const wanted = done ? ["done"] : ["new", "indeterminate"];
  for (const category of wanted) {
    const fitting = steps.find((step) => step.id !== "" && step.category === category && !isWontFix(step.name));
    if (fitting !== undefined) return fitting.id;
  }
  return null;
}
