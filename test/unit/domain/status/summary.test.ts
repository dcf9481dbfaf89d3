// Counting platform-checks by status, and percent_complete.
import { describe, expect, test } from "vitest";
import { STATUSES } from "../../../../src/domain/status/platform-status.ts";
import {
  addTally,
  count,
  emptyTally,
  isEmptyTally,
  percentComplete,
  type Tally,
} from "../../../../src/domain/status/summary.ts";

describe("percent_complete", () => {
  const ROWS: [sentence: string, tally: Partial<Tally>, percent: number][] = [
    ["is 0 when there is nothing", {}, 0],
    ["is 0 when everything is not applicable", { notApplicable: 7 }, 0],
    ["is 0 when nothing has been tested", { untested: 3 }, 0],
    ["counts a pass as complete", { passed: 1 }, 100],
    ["counts a fail as complete", { failed: 1 }, 100],
    ["does not count needs_retest as complete", { passed: 1, needsRetest: 1 }, 50],
    ["does not count untested as complete", { failed: 1, untested: 3 }, 25],
    ["leaves not_applicable out of the whole", { passed: 1, untested: 1, notApplicable: 98 }, 50],
    ["is rounded down: 2 of 3 is 66", { passed: 2, untested: 1 }, 66],
    ["is rounded down: 199 of 200 is 99, never 100", { passed: 150, failed: 49, needsRetest: 1 }, 99],
    ["is rounded down: 1 of 200 is 0", { passed: 1, untested: 199 }, 0],
    ["is exact where floating point is not: 29 of 100 is 29", { passed: 29, untested: 71 }, 29],
    ["is exact for large counts", { passed: 57_000_000, untested: 43_000_000 }, 57],
  ];
  test.each(ROWS)("%s", (_sentence, tally, percent) => {
    expect(percentComplete({ ...emptyTally(), ...tally })).toBe(percent);
  });
});

test.each(STATUSES)("%s is counted in one field of the tally, and taken back again", (status) => {
  const tally = emptyTally();
  count(tally, status);
  count(tally, status, 2);
  expect(Object.values(tally).sort()).toEqual([0, 0, 0, 0, 3]);
  count(tally, status, -3);
  expect(isEmptyTally(tally)).toBe(true);
});

test("the five statuses are counted apart", () => {
  const tally = emptyTally();
  for (const [i, status] of STATUSES.entries()) count(tally, status, i + 1);
  expect(tally).toEqual({ passed: 1, failed: 2, needsRetest: 3, untested: 4, notApplicable: 5 });
});

test("an app's counts are the sums of its sections'", () => {
  const total = { passed: 1, failed: 2, needsRetest: 3, untested: 4, notApplicable: 5 };
  addTally(total, { passed: 10, failed: 20, needsRetest: 30, untested: 40, notApplicable: -5 });
  expect(total).toEqual({ passed: 11, failed: 22, needsRetest: 33, untested: 44, notApplicable: 0 });
});

test("a tally whose gains and losses cancel out across fields is not empty", () => {
  expect(isEmptyTally({ ...emptyTally(), passed: 1, failed: -1 })).toBe(false);
});
