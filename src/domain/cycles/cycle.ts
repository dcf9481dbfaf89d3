// A cycle: one round of testing of an app. What is in its scope.
import type { OpenCycle } from "../apps/app-config.ts";
import { Fault } from "../fault.ts";

export const CYCLE_STATES = ["open", "closed"] as const;
export type CycleState = (typeof CYCLE_STATES)[number];

/**
 * Whether a platform-check, which for a cycle with a list stands on it, is in scope. It is about now: a check that is moved
 * leaves or joins.
 */
export function isInScope(cycle: OpenCycle, sectionId: string, platform: string): boolean {
  const hasPlatform = cycle.platforms === null || cycle.platforms.includes(platform);
  return hasPlatform && (cycle.sections === null || cycle.sections.includes(sectionId));
}

export function cycleClosed(name: string): Fault {
  return new Fault("cycle_closed", `The cycle ${JSON.stringify(name)} is closed: what it found stays as it is.`);
}
