// The status of a platform-check in a cycle: the same facts as the plain reading's, but only results of the cycle pass or fail it.
import { type Outcome, type PlatformFacts, platformStatus, type Status } from "../status/platform-status.ts";

/** `counted` is the outcome of the last result that counts for the cycle. The first rule that applies decides. */
export function cycleStatus(facts: PlatformFacts, counted: Outcome | null): Status {
  if (facts.notApplicable) return "not_applicable";
  if (facts.openIssues > 0) return "failed";
  if (platformStatus(facts) === "needs_retest") return "needs_retest";
  return counted ?? "untested";
}
