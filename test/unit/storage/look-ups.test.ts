import { expect, test } from "vitest";
import { lookUpTogether } from "../../../src/storage/database/look-ups.ts";

/** A table of what has an `a` in its key, which remembers what it was asked for and answers when it is told to. */
function table() {
  const asked: { keys: readonly string[]; answer(): void; fail(error: Error): void }[] = [];
  const find = lookUpTogether<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const there = keys.filter((key) => key.includes("a"));
        asked.push({ keys, answer: () => resolve(new Map(there.map((key) => [key, `row of ${key}`]))), fail: reject });
      }),
  );
  return { asked, find };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test("what is looked up in one tick is asked for together, each key once", async () => {
  const { asked, find } = table();
  const found = Promise.all(["a1", "b", "a2", "a1"].map(find));
  await nextTick();
  expect(asked.map(({ keys }) => keys)).toEqual([["a1", "b", "a2"]]);
  asked[0]!.answer();
  expect(await found).toEqual(["row of a1", undefined, "row of a2", "row of a1"]);
});

test("two questions are under way at most; whoever comes meanwhile is in the next, never in one that has left", async () => {
  const { asked, find } = table();
  const found: Promise<string | undefined>[] = [];
  for (const key of ["a1", "a2", "a3", "a1"]) {
    found.push(find(key));
    await nextTick();
  }
  expect(asked.map(({ keys }) => keys)).toEqual([["a1"], ["a2"]]);
  asked[1]!.answer();
  await nextTick();
  expect(asked.map(({ keys }) => keys)).toEqual([["a1"], ["a2"], ["a3", "a1"]]);
  asked[0]!.answer();
  asked[2]!.answer();
  expect(await Promise.all(found)).toEqual(["row of a1", "row of a2", "row of a3", "row of a1"]);
});

test("a question has a hundred keys at most", async () => {
  const { asked, find } = table();
  const found = Promise.all(Array.from({ length: 250 }, (_, i) => find(`a${i}`)));
  await nextTick();
  expect(asked.map(({ keys }) => keys.length)).toEqual([100, 100]);
  for (const { answer } of asked) answer();
  await nextTick();
  expect(asked[2]!.keys.length).toBe(50);
  asked[2]!.answer();
  expect((await found).at(-1)).toBe("row of a249");
});

test("a question that fails fails for those who asked it, and the next ones are asked all the same", async () => {
  const { asked, find } = table();
  const failed = Promise.allSettled([find("a1"), find("a2")]);
  await nextTick();
  asked[0]!.fail(new Error("away"));
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const found = find("a1");
  await nextTick();
  asked[1]!.answer();
  expect(await found).toBe("row of a1");
});

test("a key that PostgreSQL would refuse is nobody's, and is not asked for", async () => {
  const { asked, find } = table();
  expect(await Promise.all([find("a\0"), find("a\ud800")])).toEqual([undefined, undefined]);
  await nextTick();
  expect(asked).toEqual([]);
});
