// What a run gives: comparisons with something that ran in the same minutes, and readings that stand for themselves.
import type { Machine } from "./machine.ts";

export type Database = "sqlite" | "postgres";

/** A median, and the middle half of what was measured. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** One second of load, or however long it was. */
export interface Slice {
  requests: number;
  seconds: number;
  /** Processor time of the server and of its database. */
  cpuSeconds: number;
  /** Processor time of the load's senders. */
  loadCpuSeconds: number;
  p50: number;
  p99: number;
  /** The most that the server held, without its database. */
  memoryMb: number;
  errors: number;
}

export interface Figures {
  rate: Spread;
  p50: number;
  p99: number;
  cpuSecondsPer1000: number;
  loadCpuSecondsPer1000: number;
  memoryMb: number;
}

/** What must be reached, and what we want to reach. */
export interface Aim {
  bar: number;
  goal: number;
}

export type Chapter =
  | "least"
  | "growth"
  | "peer"
  | "workers"
  | "disk"
  | "cycles"
  | "cycleGrowth"
  | "sessions"
  | "builds"
  | "apps"
  | "more"
  | "workspaces";

export interface Comparison {
  chapter: Chapter;
  work: string;
  database: Database;
  /** Issues in the database; results, where it is about cycles, and apps, rows of each kind, or workspaces, where it is about those. */
  size: number;
  ours: Figures;
  beside: string;
  theirs: Figures;
  /** Our rate divided by theirs, in each round. */
  ratio: Spread;
  aim: Aim | null;
}

/** A figure for which less is better. */
export interface Reading {
  what: string;
  database: Database | null;
  size: number;
  unit: "ms" | "s" | "MB";
  value: Spread;
  aim: Aim | null;
}

export interface BenchResults {
  machine: Machine;
  slices: number;
  minutes: number;
  comparisons: Comparison[];
  readings: Reading[];
}

export type Verdict = "goal" | "reached" | "MISSED";

export function verdictOf(one: Comparison | Reading): Verdict | null {
  if (one.aim === null) return null;
  const { bar, goal } = one.aim;
  if ("ratio" in one) return one.ratio.median >= goal ? "goal" : one.ratio.median >= bar ? "reached" : "MISSED";
  return one.value.median <= goal ? "goal" : one.value.median <= bar ? "reached" : "MISSED";
}

export function figuresOf(slices: Slice[]): Figures {
  const requests = sum(slices.map((slice) => slice.requests));
  return {
    rate: spreadOf(slices.map(rateOf)),
    p50: spreadOf(slices.map(({ p50 }) => p50)).median,
    p99: spreadOf(slices.map(({ p99 }) => p99)).median,
    cpuSecondsPer1000: (1_000 * sum(slices.map((slice) => slice.cpuSeconds))) / requests,
    loadCpuSecondsPer1000: (1_000 * sum(slices.map((slice) => slice.loadCpuSeconds))) / requests,
    memoryMb: Math.max(...slices.map((slice) => slice.memoryMb)),
  };
}

/** Neighbours in time share what the machine was able to do, so the ratio is taken round by round. */
export function ratioOf(ours: Slice[], theirs: Slice[]): Spread {
  return spreadOf(ours.map((slice, i) => rateOf(slice) / rateOf(theirs[i]!)));
}

export function spreadOf(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: at(sorted, 0.5), low: at(sorted, 0.25), high: at(sorted, 0.75) };
}

function at(sorted: number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place % 1);
}

function rateOf({ requests, seconds }: Slice): number {
  return requests / seconds;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
