// The pictures of a run: what is reached of each bar, what growing costs, how far others are behind, how long the slowest wait.
import { type Bar, type Chart, drawChart } from "./chart.ts";
import { type BenchResults, type Comparison, type Reading, verdictOf } from "./figures.ts";
import { UNCOUNTED } from "./peer-names.ts";
import { short } from "./tables.ts";

export interface Plot {
  file: string;
  /** A description for people who can't see the picture. */
  words: string;
  svg: string;
}

export function plotsOf({ comparisons, readings }: BenchResults): Plot[] {
  const of = (chapter: Comparison["chapter"]) =>
    comparisons.filter((one) => one.chapter === chapter && (one.aim !== null || chapter !== "least"));
  const plots: [file: string, words: string, chart: Chart][] = [
    [
      "bars.svg",
      "What is reached of each bar",
      {
        title: "Beside the least that the work needs: what is reached of each bar",
        axis: "ratio by bar: 1 is the bar",
        scale: "log",
        bars: of("least").map(sharesOfBar),
      },
    ],
    [
      "growth.svg",
      "The share of its speed that each piece of work keeps with more issues",
      {
        title: "The share of its speed that is kept with more issues",
        axis: "share",
        scale: "linear",
        bars: of("growth").map(barOf),
      },
    ],
    [
      "peer.svg",
      "How many times as fast as PocketBase",
      { title: "Times as fast as PocketBase, 10,000 issues", axis: "times", scale: "log", bars: of("peer").map(barOf) },
    ],
    [
      "p99.svg",
      "How long the slowest of a hundred waits",
      {
        title: "How long the slowest of a hundred waits, 64 connections",
        axis: "ms",
        scale: "log",
        bars: waits(readings),
      },
    ],
  ];
  return plots
    .filter(([, , { bars }]) => bars.length > 0)
    .map(([file, words, chart]) => ({ file, words, svg: drawChart(chart) }));
}

function barOf(one: Comparison): Bar {
  const { ratio, aim } = one;
  return {
    label: labelOf(one.beside === UNCOUNTED ? `${SHORT[one.work]}, uncounted` : one.work, one),
    value: ratio.median,
    low: ratio.low,
    high: ratio.high,
    bar: aim?.bar ?? null,
    goal: aim?.goal ?? null,
    isMissed: verdictOf(one) === "MISSED",
    said: `${short(ratio.median)}${saidOf(one)}`,
  };
}

/** A bar in terms of its aim, so that all sizes share one scale. */
function sharesOfBar(one: Comparison): Bar {
  const bar = barOf(one);
  const by = one.aim!.bar;
  return { ...bar, value: bar.value / by, low: bar.low / by, high: bar.high / by, bar: 1, goal: one.aim!.goal / by };
}

function waits(readings: Reading[]): Bar[] {
  return readings
    .filter(({ unit }) => unit === "ms")
    .map((one) => ({
      label: labelOf(one.what.replace(/^p99: /, ""), one),
      value: one.value.median,
      low: one.value.low,
      high: one.value.high,
      bar: one.aim?.bar ?? null,
      goal: one.aim?.goal ?? null,
      isMissed: verdictOf(one) === "MISSED",
      said: `${short(one.value.median)}${saidOf(one)}`,
    }));
}

function saidOf(one: Comparison | Reading): string {
  if (one.aim === null) return "";
  return `, ${verdictOf(one) === "MISSED" ? "missed" : "bar"} ${short(one.aim.bar)}`;
}

const SHORT: Record<string, string> = {
  "delivery, signed, each its own id": "delivery",
  "delivery, signed, each its own id, sync + 5 ms": "delivery, sync + 5 ms",
  "list of 50, each page anew": "list of 50, anew",
  "app summary, each anew": "summary, anew",
  "app summary, unchanged": "summary, unchanged",
};

function labelOf(work: string, { database, size }: Comparison | Reading): string {
  const name = SHORT[work] ?? work;
  return database === null ? name : `${name} · ${database} · ${sizeOf(size)}`;
}

function sizeOf(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1_000}k`;
}
