// What became of one cycle's findings in another: newly failed, newly passed, still failing, no longer tested.
import type { Status } from "../status/platform-status.ts";

/** How a platform-check reads in a cycle. */
export interface CycleReading {
  checkId: string;
  platform: string;
  status: Status;
  ref: string;
  title: string;
  sectionId: string;
  sectionTitle: string;
}

/** What a cycle found for each check and platform, in runbook order. */
export type CycleReadings = ReadonlyMap<string, CycleReading>;

export const DIFFERENCES = ["newly_failed", "newly_passed", "still_failing", "no_longer_tested"] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

/** A platform-check in both; null where it is not in the scope of one. */
export interface ComparedCheck extends Omit<CycleReading, "status"> {
  before: Status | null;
  now: Status | null;
}

/** Compares a cycle with an earlier one. What has the same status, or was tested in neither, is in no list. */
export function compareCycles(before: CycleReadings, now: CycleReadings): Record<DifferenceKind, ComparedCheck[]> {
  const lists: Record<DifferenceKind, ComparedCheck[]> = {
    newly_failed: [],
    newly_passed: [],
    still_failing: [],
    no_longer_tested: [],
  };
  for (const [place, reading] of new Map([...now, ...before])) {
    const [was, is] = [before.get(place)?.status ?? null, now.get(place)?.status ?? null];
    const kind = differenceOf(was, is);
    if (kind === null) continue;
    const { status: _, ...check } = now.get(place) ?? reading;
    lists[kind].push({ ...check, before: was, now: is });
  }
  return lists;
}

/** Marked N/A since then is no longer tested either. */
function differenceOf(before: Status | null, now: Status | null): DifferenceKind | null {
  if (now === "failed") return before === "failed" ? "still_failing" : "newly_failed";
  if (now === "passed") return before === "passed" ? null : "newly_passed";
  return before === "passed" || before === "failed" ? "no_longer_tested" : null;
}
