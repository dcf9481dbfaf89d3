// How a check reads in a cycle, by the results that count for it: as the server decides it (docs/cycles.md), for the one check that is
// looked at.
import type { Check, Cycle, Result, Status } from "./types.ts";

type Counted = Pick<Result, "recorded_at" | "build" | "cycle">;

/** Whether a result counts for a cycle: recorded while it was open, and naming it, or naming none and no other build. */
export function countsFor(
  { id, build, started_at, closed_at }: Pick<Cycle, "id" | "build" | "started_at" | "closed_at">,
  result: Counted,
): boolean {
  // Times of the server, all written alike.
  if (result.recorded_at < started_at || (closed_at !== null && result.recorded_at > closed_at)) return false;
  if (result.cycle !== undefined) return result.cycle.id === id;
  return result.build === null || build === null || result.build === build;
}

/** The reading of a platform in a cycle, from the plain one and the newest result that counts. */
export function cycleReading(
  { status, open_issues }: Pick<Check["platforms"][number], "status" | "open_issues">,
  counted: Pick<Result, "outcome"> | undefined,
): Status {
  if (status === "not_applicable" || status === "needs_retest") return status;
  return open_issues > 0 ? "failed" : (counted?.outcome ?? "untested");
}
