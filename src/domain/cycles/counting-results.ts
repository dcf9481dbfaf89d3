// Which results count for a cycle.
import type { OpenCycle } from "../apps/app-config.ts";

/** What decides whether a result counts for a cycle. */
export interface CountedResult {
  revision: number;
  build: string | null;
  /** The cycle that the request names. */
  cycleId: string | null;
}

/** A result that names a cycle counts for no other; one that names none counts unless it has another build than the cycle's. */
export function countsFor(
  cycle: Pick<OpenCycle, "id" | "build" | "startRevision">,
  { revision, build, cycleId }: CountedResult,
): boolean {
  if (revision <= cycle.startRevision) return false;
  if (cycleId !== null) return cycleId === cycle.id;
  return build === null || cycle.build === null || build === cycle.build;
}
