// What waits for many is taken in turns: by groups, and within a group by its members.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairQueue, type Member } from "../../../../src/lib/async/fair-queue.ts";

const anybody = () => true;
const of = (who: string, group = "all"): Member => ({ who, group });

describe("a fair queue", () => {
  test("has one thing of each taken before anybody has a second", () => {
    const queue = new FairQueue<number>(10);
    for (let n = 0; n < 5; n++) queue.add(of("many"), n);
    queue.add(of("one"), 10);
    queue.add(of("other"), 20);
    const taken = Array.from({ length: 7 }, () => queue.take(anybody)!.item);
    expect(taken).toEqual([0, 10, 20, 1, 2, 3, 4]);
    expect([queue.take(anybody), queue.size]).toEqual([undefined, 0]);
  });

  test("a group of many members has no more turns than a group of one", () => {
    const queue = new FairQueue<string>(10);
    for (let n = 0; n < 5; n++) queue.add(of(`key ${n}`, "busy"), `busy ${n}`);
    for (let n = 0; n < 3; n++) queue.add(of("key", "quiet"), `quiet ${n}`);
    const taken = Array.from({ length: 8 }, () => queue.take(anybody)!.item);
    expect(taken).toEqual(["busy 0", "quiet 0", "busy 1", "quiet 1", "busy 2", "quiet 2", "busy 3", "busy 4"]);
  });

  test("passes over who may not have a turn, and refuses more of anybody than may wait", () => {
    const queue = new FairQueue<string>(2);
    const [a, b] = [of("a"), of("b")];
    expect([queue.add(a, "1"), queue.add(a, "2"), queue.add(a, "3"), queue.add(b, "4")]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([queue.waitingFor(a), queue.waitingFor(b), queue.waitingFor(of("c"))]).toEqual([2, 1, 0]);
    expect(queue.take(({ who }) => who !== "a")).toEqual({ ...b, item: "4" });
    expect(queue.take(({ who }) => who !== "a")).toBeUndefined();
    queue.remove(a, "1");
    expect(queue.take(anybody)).toEqual({ ...a, item: "2" });
    queue.add(a, "5");
    expect([queue.clear(), queue.size]).toEqual([["5"], 0]);
  });

  test("whoever has something in line is reached before anybody else has had two turns", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 40 }), (senders) => {
        const queue = new FairQueue<number>(100);
        for (const [n, who] of senders.entries()) queue.add(of(who), n);
        const taken = Array.from({ length: senders.length }, () => queue.take(anybody)!.who);
        const first = new Set(taken.slice(0, new Set(senders).size));
        expect(first).toEqual(new Set(senders));
      }),
    );
  });

  test("so is every group, however many members others have, and everything is taken once", () => {
    const sender = fc.tuple(fc.constantFrom("x", "y", "z"), fc.nat(9));
    fc.assert(
      fc.property(fc.array(sender, { minLength: 1, maxLength: 60 }), (senders) => {
        const queue = new FairQueue<number>(100);
        for (const [n, [group, member]] of senders.entries()) queue.add(of(`${group}${member}`, group), n);
        const taken = Array.from({ length: senders.length }, () => queue.take(anybody)!);
        const groups = new Set(senders.map(([group]) => group));
        expect(new Set(taken.slice(0, groups.size).map(({ group }) => group))).toEqual(groups);
        expect(new Set(taken.map(({ item }) => item)).size).toBe(senders.length);
      }),
    );
  });
});
