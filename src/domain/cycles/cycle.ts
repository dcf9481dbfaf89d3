// A cycle: one round of testing of an app. What is in its scope, and which results count for it.
import type { OpenCycle } from "../apps/app-config.ts";
import { Fault } from "../fault.ts";

export const CYCLE_STATES = ["open", "closed"] as const;
export type CycleState = (typeof CYCLE_STATES)[number];

/** What decides whether a result counts for a cycle. */
export interface CountedResult {
  revision: number;
  build: string | null;
  /** The cycle that it names. */
  cycleId: string | null;
}

/**
 * Whether a platform-check, which for a cycle with a list stands on it, is in scope. It is about now: a check that is moved
 * leaves or joins.
 */
export function isInScope(cycle: OpenCycle, sectionId: string, platform: string): boolean {
  const hasPlatform = cycle.platforms === null || cycle.platforms.includes(platform);
  return hasPlatform && (cycle.sections === null || cycle.sections.includes(sectionId));
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

export function cycleClosed(name: string): Fault {
  return new Fault("cycle_closed", `The cycle ${JSON.stringify(name)} is closed: what it found stays as it is.`);
}
