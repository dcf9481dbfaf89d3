// The points of one test in TAP, at one depth, and how its subtests become cases.
import type { CaseOutcome, TestCase } from "../../../../domain/results/test-case.ts";

export interface TapLevel {
  plan: number | null;
  points: number;
  highest: number;
  cases: TestCase[];
  /** The last point, if its subtests come behind it. */
  opened: TestCase | null;
}

export function newLevel(): TapLevel {
  return { plan: null, points: 0, highest: 0, cases: [], opened: null };
}

/** Adds a point behind its subtests, unless it only sums them up. */
export function addPoint(level: TapLevel, one: TestCase, within: TapLevel | null): void {
  // Without a plan they are no subtests: a test has printed what looks like points.
  const subtests = within?.plan == null ? [] : within.cases;
  const outcome: CaseOutcome = one.outcome;
  for (const subtest of subtests) {
    if (one.name !== "") subtest.suites.unshift(one.name);
    if (outcome === "skipped" && subtest.outcome === "failed") Object.assign(subtest, { outcome, message: null });
  }
  level.cases.push(...subtests);
  const sumsUp =
    subtests.length > 0 && (outcome !== "failed" || subtests.some((subtest) => subtest.outcome === "failed"));
  if (!sumsUp) level.cases.push(one);
}
