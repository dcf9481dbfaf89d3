// Positions in a gap: they order what comes between two others.
import { describe, expect, test } from "vitest";
import { type Gap, placesIn } from "../../../../src/domain/runbook/merge-order.ts";

describe("positions in a gap", () => {
  test.each<[what: string, gap: Gap, count: number, places: number[] | null]>([
    ["nothing stands there yet", { after: null, before: null }, 3, [0, 1, 2]],
    ["at the end", { after: 41, before: null }, 2, [42, 43]],
    ["in the middle of two", { after: 10, before: 20 }, 1, [15]],
    ["spread between two", { after: 0, before: 100 }, 3, [25, 50, 75]],
    ["before the first, never below 0", { after: null, before: 4 }, 2, [0, 1]],
    ["no room before the first", { after: null, before: 0 }, 1, null],
    ["no room between two", { after: 7, before: 8 }, 1, null],
    ["room for fewer only", { after: 7, before: 9 }, 2, null],
  ])("%s", (_, gap, count, places) => {
    expect(placesIn(gap, count)).toEqual(places);
  });
});
