// What the chapters of a run share: its options, where they may write, and what they have found so far.

import type { Rounds } from "../load/take-turns.ts";
import type { Comparison, Database, Reading } from "../report/figures.ts";
import { shownComparison, shownReading } from "../report/tables.ts";
import type { ManyWorkspaces } from "../servers/seed-workspaces.ts";

export interface Run {
  /** The sizes of databases that are measured, the smallest first. */
  sizes: number[];
  slices: number;
  keep: boolean;
  workspaces: ManyWorkspaces;
  /** The folder of another build to compare with. */
  beside: string | null;
  scratch: string;
  databases: Database[];
  wants(name: string): boolean;
  /** Whether the time that the run was given is over: nothing more is begun. */
  isOver(): boolean;
  comparisons: Comparison[];
  readings: Reading[];
  /** What couldn't be measured, and why. */
  failed: string[];
  /** PostgreSQL's version, once it has been started. */
  postgres: string | null;
}

export function roundsOf({ slices, scratch }: Run): Rounds {
  return { slices, scratch };
}

/** What fails is said at the end: the rest of a long run is not lost by it. */
export async function attempt(run: Run, name: string, measure: () => Promise<void>): Promise<void> {
  console.error(name);
  if (run.isOver()) {
    run.failed.push(`${name}: the time was over`);
    return;
  }
  try {
    await measure();
  } catch (error) {
    run.failed.push(`${name}: ${(error as Error).message}`);
    console.error(`  FAILED: ${(error as Error).message}`);
  }
}

/** Adds a comparison and shows it at once: a run takes long enough to be cut short. */
export function compare(run: Run, comparison: Comparison): void {
  run.comparisons.push(comparison);
  console.error(`  ${shownComparison(comparison).join("  ")}`);
}

export function note(run: Run, reading: Reading): void {
  run.readings.push(reading);
  console.error(`  ${shownReading(reading).join("  ")}`);
}
