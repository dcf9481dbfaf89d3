// Counts of platform-checks by status, and the share that has been tested.
import type { Status } from "./platform-status.ts";

export interface Tally {
  passed: number;
  failed: number;
  needsRetest: number;
  untested: number;
  notApplicable: number;
}

const FIELD: Record<Status, keyof Tally> = {
  passed: "passed",
  failed: "failed",
  needs_retest: "needsRetest",
  untested: "untested",
  not_applicable: "notApplicable",
};

export function emptyTally(): Tally {
  return { passed: 0, failed: 0, needsRetest: 0, untested: 0, notApplicable: 0 };
}

/** Counts `by` more (or fewer) platform-checks of a status. */
export function count(tally: Tally, status: Status, by = 1): void {
  tally[FIELD[status]] += by;
}

export function addTally(total: Tally, part: Tally): void {
  for (const field of Object.values(FIELD)) total[field] += part[field];
}

export function isEmptyTally(tally: Tally): boolean {
  return Object.values(FIELD).every((field) => tally[field] === 0);
}

/** Passed and failed as a share of everything testable, rounded down; 0 when nothing is testable. */
export function percentComplete(tally: Tally): number {
  const tested = tally.passed + tally.failed;
  const testable = tested + tally.needsRetest + tally.untested;
  return testable === 0 ? 0 : Math.floor((100 * tested) / testable);
}
