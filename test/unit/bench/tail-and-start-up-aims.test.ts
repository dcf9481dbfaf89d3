// What a figure of the bench must be where that is so many times what another program takes.
import { expect, test } from "vitest";
import { setRelativeAims } from "../../../bench/chapters/tail-and-start-up-aims.ts";
import type { Reading } from "../../../bench/report/figures.ts";

const reading = (what: string, median: number, database: Reading["database"]): Reading => {
  return { what, database, size: 1_000, unit: "ms", value: { median, low: median, high: median }, aim: null };
};

test("how long the slowest wait is held against hello, and the start against PocketBase's, both of the same run", () => {
  const readings = [
    reading("start-up", 0.4, "sqlite"),
    reading("p99: create", 50, "postgres"),
    reading("p99: create, sync + 5 ms", 90, "sqlite"),
    reading("p99: hello", 16, null),
    reading("start-up of PocketBase, empty", 0.08, null),
  ];
  setRelativeAims({ readings });
  expect(readings.map(({ aim }) => aim)).toEqual([{ bar: 0.48, goal: 0.24 }, { bar: 64, goal: 32 }, null, null, null]);
});

test("without the other program in the run there is nothing to be judged by", () => {
  const readings = [reading("p99: create", 50, "sqlite"), reading("start-up", 0.4, "sqlite")];
  setRelativeAims({ readings });
  expect(readings.map(({ aim }) => aim)).toEqual([null, null]);
});
