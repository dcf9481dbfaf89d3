// The gate: never more inside than allowed, nobody forgotten, and no kind held up by another.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSemaphore, type Release } from "../../../../src/lib/async/semaphore.ts";

test("there is room for some of one kind and for more of several", () => {
  const gate = createSemaphore({ total: 3, perKind: 2 });
  expect([gate.tryEnter("a"), gate.tryEnter("a")]).not.toContain(undefined);
  expect(gate.tryEnter("a")).toBeUndefined();
  expect(gate.tryEnter("b")).toBeDefined();
  expect(gate.tryEnter("c")).toBeUndefined();
});

test("a place that was left is free once, however often it is left", () => {
  const gate = createSemaphore({ total: 1, perKind: 1 });
  const leave = gate.tryEnter("a")!;
  leave();
  leave();
  expect(gate.tryEnter("a")).toBeDefined();
  expect(gate.tryEnter("b")).toBeUndefined();
});

test("a waiting kind does not hold up another behind it in line", async () => {
  const gate = createSemaphore({ total: 2, perKind: 1 });
  await gate.enter("slow");
  let slowAgain = false;
  void gate.enter("slow").then(() => {
    slowAgain = true;
  });
  (await gate.enter("quick"))();
  (await gate.enter("quick"))();
  expect(slowAgain).toBe(false);
});

test("in any order of coming and going the limits hold and everybody gets in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(5)), { maxLength: 40 }), async (plan) => {
      const gate = createSemaphore({ total: 3, perKind: 2 });
      const inside: string[] = [];
      const visit = async ([kind, ticks]: [string, number]) => {
        const leave: Release = await gate.enter(kind);
        inside.push(kind);
        expect(inside.length).toBeLessThanOrEqual(3);
        expect(inside.filter((other) => other === kind).length).toBeLessThanOrEqual(2);
        for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
        inside.splice(inside.indexOf(kind), 1);
        leave();
      };
      await Promise.all(plan.map(visit));
      expect(inside).toEqual([]);
    }),
  );
});

test("what one kind may have can change with what else goes on: it counts for whoever comes next", async () => {
  let room = 1;
  const gate = createSemaphore({ total: 10, perKind: () => room });
  const leave = gate.tryEnter("a")!;
  expect(gate.tryEnter("a")).toBeUndefined();
  const second = gate.enter("a");
  const third = gate.enter("a");
  room = 2;
  leave();
  await Promise.all([second, third]);
  expect([gate.tryEnter("a"), gate.waiting("a")]).toEqual([undefined, 0]);
});

test("a group of many kinds has the places that groups may have, and the others are left for the next", async () => {
  const gate = createSemaphore({ total: 3, perKind: 1, perGroup: 2 });
  const of = (who: string, group: string) => ({ who, group });
  const leave = gate.tryEnter(of("a", "busy"))!;
  expect(gate.tryEnter(of("b", "busy"))).toBeDefined();
  expect(gate.tryEnter(of("c", "busy"))).toBeUndefined();
  expect(gate.tryEnter(of("a", "quiet"))).toBeUndefined();
  expect(gate.tryEnter(of("z", "quiet"))).toBeDefined();
  const entered: string[] = [];
  for (const [who, group] of [
    ["d", "busy"],
    ["e", "busy"],
    ["y", "quiet"],
  ] as const)
    void gate.enter(of(who, group)).then(() => entered.push(who));
  leave();
  await Promise.resolve();
  expect(entered).toEqual(["d"]);
});

test("groups that hold what they take for long leave half of what is free, so that two of them can't fill the gate", () => {
  const gate = createSemaphore({ total: 20, perKind: 20, perGroup: "half of what is free" });
  const fill = (group: string) => {
    const places: Release[] = [];
    for (
      let leave = gate.tryEnter({ who: group, group });
      leave !== undefined;
      leave = gate.tryEnter({ who: group, group })
    )
      places.push(leave);
    return places;
  };
  const first = fill("a");
  expect([first.length, ...["b", "c", "d", "e", "f"].map((group) => fill(group).length)]).toEqual([10, 5, 3, 1, 1, 0]);
  for (const leave of first) leave();
  expect(fill("f")).toHaveLength(5);
});
