// What the benchmarks claim: how figures are made of slices, and that the documentation shows those of the last run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Comparison,
  figuresOf,
  type Reading,
  ratioOf,
  type Slice,
  spreadOf,
  verdictOf,
} from "../../../bench/report/figures.ts";
import { plotsOf } from "../../../bench/report/plots.ts";
import { DOCUMENT, lastResults, withFigures } from "../../../bench/report/write-results.ts";

const ROOT = join(import.meta.dirname, "../../..");
const text = (path: string) => readFileSync(join(ROOT, path), "utf8");

function slice(requests: number, seconds = 1): Slice {
  return {
    requests,
    seconds,
    cpuSeconds: 0.5,
    loadCpuSeconds: 0.25,
    p50: requests / 10,
    p99: requests,
    memoryMb: requests,
    errors: 0,
  };
}

describe("figures", () => {
  test("a spread is the median and the middle half, between two values where it falls between them", () => {
    expect(spreadOf([5, 1, 3, 2, 4])).toEqual({ median: 3, low: 2, high: 4 });
    expect(spreadOf([1, 2])).toEqual({ median: 1.5, low: 1.25, high: 1.75 });
    expect(spreadOf([7])).toEqual({ median: 7, low: 7, high: 7 });
  });

  test("a ratio is taken round by round, so that a slow minute of both changes nothing", () => {
    const ours = [slice(100), slice(10), slice(50)];
    const theirs = [slice(200), slice(20), slice(100)];
    expect(ratioOf(ours, theirs)).toEqual({ median: 0.5, low: 0.5, high: 0.5 });
  });

  test("rates are by the second, processor time by a thousand requests, memory the most that was held", () => {
    const figures = figuresOf([slice(100, 2), slice(300, 2), slice(200, 2)]);
    expect(figures.rate.median).toBe(100);
    expect(figures.cpuSecondsPer1000).toBe(2.5);
    expect(figures.loadCpuSecondsPer1000).toBe(1.25);
    expect(figures.memoryMb).toBe(300);
    expect(figures.p99).toBe(200);
  });

  test("a ratio must not be below its bar, and a reading not above it", () => {
    const aim = { bar: 10, goal: 20 };
    const compared = (median: number) => verdictOf({ ratio: spreadOf([median]), aim } as Comparison);
    expect([9.9, 10, 20].map(compared)).toEqual(["MISSED", "reached", "goal"]);
    const read = (median: number) => verdictOf({ value: spreadOf([median]), aim: { bar: 20, goal: 10 } } as Reading);
    expect([20.1, 20, 10].map(read)).toEqual(["MISSED", "reached", "goal"]);
    expect(verdictOf({ ratio: spreadOf([1]), aim: null } as Comparison)).toBeNull();
  });
});

describe("the documentation of performance", () => {
  const results = lastResults();

  test("shows the figures of the last run", () => {
    expect(withFigures(text(DOCUMENT), results)).toBe(text(DOCUMENT));
  });

  test("shows its pictures", () => {
    const plots = plotsOf(results);
    expect(plots.map(({ file }) => file)).toEqual(["bars.svg", "growth.svg", "peer.svg", "p99.svg"]);
    for (const { file, svg } of plots) expect(text(`docs/performance/${file}`)).toBe(svg);
  });
});
