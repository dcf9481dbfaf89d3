// What waits for many is taken in turns.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairQueue } from "../../../../src/lib/async/fair-queue.ts";

const anybody = () => true;

describe("a fair queue", () => {
  test("has one thing of each taken before anybody has a second", () => {
    const queue = new FairQueue<number>(10);
    for (let n = 0; n < 5; n++) queue.add("many", n);
    queue.add("one", 10);
    queue.add("other", 20);
    const taken = Array.from({ length: 7 }, () => queue.take(anybody)!.item);
    expect(taken).toEqual([0, 10, 20, 1, 2, 3, 4]);
    expect([queue.take(anybody), queue.size]).toEqual([undefined, 0]);
  });

  test("passes over who may not have a turn, and refuses more of anybody than may wait", () => {
    const queue = new FairQueue<string>(2);
    expect([queue.add("a", "1"), queue.add("a", "2"), queue.add("a", "3"), queue.add("b", "4")]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(queue.take((who) => who !== "a")).toEqual({ who: "b", item: "4" });
    expect(queue.take((who) => who !== "a")).toBeUndefined();
    queue.remove("a", "1");
    expect(queue.take(anybody)).toEqual({ who: "a", item: "2" });
    queue.add("a", "5");
    expect([queue.clear(), queue.size]).toEqual([["5"], 0]);
  });

  test("whoever has something in line is reached before anybody else has had two turns", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 40 }), (senders) => {
        const queue = new FairQueue<number>(100);
        for (const [n, who] of senders.entries()) queue.add(who, n);
        const taken = Array.from({ length: senders.length }, () => queue.take(anybody)!.who);
        const first = new Set(taken.slice(0, new Set(senders).size));
        expect(first).toEqual(new Set(senders));
      }),
    );
  });
});
