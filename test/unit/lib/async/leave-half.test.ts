// Places that are held for long: nobody takes more than they leave.
import { expect, test } from "vitest";
import { leavesHalf } from "../../../../src/lib/async/leave-half.ts";

/** How many each of several has, who take what they may one after the other. */
function taken(total: number, groups: number): number[] {
  const all = Array<number>(groups).fill(0);
  for (let i = 0; i < groups; i++) {
    const sum = () => all.reduce((a, b) => a + b, 0);
    while (leavesHalf({ own: all[i]!, taken: sum(), total })) all[i]!++;
  }
  return all;
}

test("whoever comes has half of what is still free, and the last place goes to somebody who has none", () => {
  expect(taken(48, 7)).toEqual([24, 12, 6, 3, 2, 1, 0]);
  expect(taken(8, 4)).toEqual([4, 2, 1, 1]);
  expect(taken(1, 2)).toEqual([1, 0]);
});

test("what others give back may be taken by whoever has less than that leaves", () => {
  expect(leavesHalf({ own: 12, taken: 36, total: 48 })).toBe(false);
  expect(leavesHalf({ own: 12, taken: 12, total: 48 })).toBe(true);
});
