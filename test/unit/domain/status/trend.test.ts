// The trend: which days it has, and what stands for a day of which nothing is known.
import { describe, expect, test } from "vitest";
import { emptyTally } from "../../../../src/domain/status/summary.ts";
import { trendOf } from "../../../../src/domain/status/trend.ts";
import { DAY_MS } from "../../../../src/lib/clock.ts";

/** Days by number, each with so many passed. */
const dayOf = (n: number, passed: number) => ({ ...emptyTally(), day: n * DAY_MS, passed });
const trend = (known: [number, number][], today: [number, number], days: number) =>
  trendOf(
    known.map(([n, passed]) => dayOf(n, passed)),
    dayOf(...today),
    days,
  ).map(({ day, passed }) => [day / DAY_MS, passed]);

describe("a trend", () => {
  test.each<[string, [number, number][], [number, number], number, [number, number][]]>([
    ["of nothing known is today", [], [9, 5], 90, [[9, 5]]],
    ["of one day is today, whatever is known", [[8, 1]], [9, 5], 1, [[9, 5]]],
    [
      "begins with the first day that is known",
      [[8, 1]],
      [9, 5],
      90,
      [
        [8, 1],
        [9, 5],
      ],
    ],
    [
      "carries each day on",
      [
        [4, 1],
        [7, 2],
      ],
      [9, 5],
      90,
      [
        [4, 1],
        [5, 1],
        [6, 1],
        [7, 2],
        [8, 2],
        [9, 5],
      ],
    ],
    [
      "begins with what was known before its first day",
      [
        [1, 1],
        [7, 2],
      ],
      [9, 5],
      4,
      [
        [6, 1],
        [7, 2],
        [8, 2],
        [9, 5],
      ],
    ],
    [
      "has no more days than asked for",
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ],
      [5, 5],
      3,
      [
        [3, 3],
        [4, 4],
        [5, 5],
      ],
    ],
  ])("%s", (_, known, today, days, expected) => {
    expect(trend(known, today, days)).toEqual(expected);
  });
});
