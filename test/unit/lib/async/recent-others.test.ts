// Who is alone, and who is not.
import { expect, test } from "vitest";
import { RecentOthers } from "../../../../src/lib/async/recent-others.ts";

test("others are there for a second after they did something, for everybody but themselves", () => {
  let now = 0;
  const others = new RecentOthers(() => now);
  expect(others.areThere("a")).toBe(false);
  others.note("a");
  expect([others.areThere("a"), others.areThere("b")]).toEqual([false, true]);
  now = 500;
  others.note("b");
  others.note("b");
  expect([others.areThere("a"), others.areThere("b")]).toEqual([true, true]);
  now = 1_000;
  expect([others.areThere("a"), others.areThere("b")]).toEqual([true, false]);
  now = 1_500;
  expect(others.areThere("a")).toBe(false);
});
