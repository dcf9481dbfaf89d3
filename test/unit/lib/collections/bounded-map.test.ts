import { expect, test } from "vitest";
import { BoundedMap } from "../../../../src/lib/collections/bounded-map.ts";

test("one more than it may hold empties it first; what it holds already can be set again", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3);
  expect([...map]).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
  map.set("c", 4);
  expect([...map]).toEqual([["c", 4]]);
});
