// What Cucumber says of steps, and what that means for their scenario: the worst decides.
import type { CaseOutcome } from "../../../../domain/results/test-case.ts";

/** The worst last; a word that nobody knows is worse. */
const ORDER = ["unknown", "untested", "passed", "skipped", "pending", "undefined", "ambiguous", "failed"];

export interface ScenarioStatus {
  worst: string;
  message: string | null;
}

export const NO_STEPS: ScenarioStatus = { worst: "unknown", message: null };

export function withStep(so: ScenarioStatus, status: string, message: string | null): ScenarioStatus {
  const word = status.toLowerCase();
  return rank(word) > rank(so.worst) ? { worst: word, message } : so;
}

function rank(word: string): number {
  const at = ORDER.indexOf(word);
  return at < 0 ? ORDER.length : at;
}

/** A step that nobody has written, or that two have, has failed; what is pending, or has no steps at all, was not run. */
export function outcomeOfScenario({ worst }: ScenarioStatus): CaseOutcome {
  if (worst === "passed") return "passed";
  return rank(worst) <= rank("pending") ? "skipped" : "failed";
}

/** The reason of a failure. */
export function reasonOf({ worst, message }: ScenarioStatus): string {
  return message ?? `a step is ${worst}`;
}
