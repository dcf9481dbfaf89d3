// The status of one check on one platform: the heart of the product, from facts alone, without a clock.
export const STATUSES = ["passed", "failed", "needs_retest", "untested", "not_applicable"] as const;
export type Status = (typeof STATUSES)[number];

export const OUTCOMES = ["passed", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What the status of one check on one platform follows from. Revisions are the app's; 0 means never. */
export interface PlatformFacts {
  notApplicable: boolean;
  /** Open issues that cover the platform and are not already fixed on it. */
  openIssues: number;
  /** The latest fix that covers the platform. */
  fixedRevision: number;
  /** The latest result's revision and outcome. */
  resultRevision: number;
  outcome: Outcome | null;
}

/** The first rule that applies decides. "After" compares revisions of the app, never wall clocks. */
export function platformStatus(facts: PlatformFacts): Status {
  if (facts.notApplicable) return "not_applicable";
  if (facts.openIssues > 0) return "failed";
  if (facts.fixedRevision > facts.resultRevision) return "needs_retest";
  return facts.outcome ?? "untested";
}
