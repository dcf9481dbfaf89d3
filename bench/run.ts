// What the chapters of a run share: its options, where they may write, and what they have found so far.
import type { Comparison, Database, Reading } from "./figures.ts";
import { shownComparison, shownReading } from "./report.ts";

export interface Run {
  /** From the smallest. */
  sizes: number[];
  slices: number;
  keep: boolean;
  scratch: string;
  databases: Database[];
  wants(name: string): boolean;
  comparisons: Comparison[];
  readings: Reading[];
  /** PostgreSQL's version, once it has been started. */
  postgres: string | null;
}

/** Shown at once too: a run takes long enough to be cut short. */
export function compare(run: Run, comparison: Comparison): void {
  run.comparisons.push(comparison);
  console.error(`  ${shownComparison(comparison).join("  ")}`);
}

export function note(run: Run, reading: Reading): void {
  run.readings.push(reading);
  console.error(`  ${shownReading(reading).join("  ")}`);
}
