// Some of what waits, one of each owner after the other.
import { expect, test } from "vitest";
import { takeInTurns } from "../../../../src/lib/async/take-in-turns.ts";

const ownerOf = (item: string) => item[0]!;

test("all is taken where there is room for all", () => {
  expect(takeInTurns(["a1", "b1"], ownerOf, 2)).toEqual({ taken: ["a1", "b1"], left: [] });
});

test("whoever has much in line leaves room for whoever has little, and what is left stays in its order", () => {
  const items = ["a1", "a2", "a3", "a4", "b1", "a5", "c1"];
  expect(takeInTurns(items, ownerOf, 4)).toEqual({ taken: ["a1", "a2", "b1", "c1"], left: ["a3", "a4", "a5"] });
});
