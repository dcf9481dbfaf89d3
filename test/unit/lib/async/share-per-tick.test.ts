import { expect, test } from "vitest";
import { sharePerTick } from "../../../../src/lib/async/share-per-tick.ts";

interface Row {
  key: string;
  place: number;
}

/** A table that remembers what it was asked for. */
function tableOf(...keys: string[]) {
  const asked: string[][] = [];
  const rows = keys.map((key, place) => ({ key, place }));
  const find = sharePerTick<Row>({
    one: (key) => {
      asked.push([key]);
      return Promise.resolve(rows.find((row) => row.key === key));
    },
    many: (wanted) => {
      asked.push(wanted);
      return Promise.resolve(rows.filter(({ key }) => wanted.includes(key)).reverse());
    },
    keyOf: ({ key }) => key,
  });
  return { asked, find };
}

test("keys that are looked up in one tick are asked for together, each of them once", async () => {
  const { asked, find } = tableOf("a", "b", "c");
  const found = await Promise.all([find("b"), find("a"), find("b"), find("nobody's")]);
  expect(found.map((row) => row?.place)).toEqual([1, 0, 1, undefined]);
  expect(asked).toEqual([["b", "a", "nobody's"]]);
});

test("a single key has a question of its own, also when several ask for it", async () => {
  const { asked, find } = tableOf("a");
  expect(await Promise.all([find("a"), find("a")])).toEqual([
    { key: "a", place: 0 },
    { key: "a", place: 0 },
  ]);
  expect(await find("nobody's")).toBeUndefined();
  expect(asked).toEqual([["a"], ["nobody's"]]);
});

test("who comes later joins no look-up that is on its way", async () => {
  const asked: string[] = [];
  const answers: ((row: Row) => void)[] = [];
  const find = sharePerTick<Row>({
    one: (key) => {
      asked.push(key);
      return new Promise((resolve) => {
        answers.push(resolve);
      });
    },
    many: () => Promise.reject(new Error("one key was asked for at a time")),
    keyOf: ({ key }) => key,
  });
  const first = find("a");
  await expect.poll(() => asked.length).toBe(1);
  const second = find("a");
  await expect.poll(() => asked.length).toBe(2);
  answers.forEach((answer, place) => {
    answer({ key: "a", place });
  });
  expect([(await first)?.place, (await second)?.place]).toEqual([0, 1]);
});

test("a question that fails fails for all who shared it, and for nobody after", async () => {
  let isAway = true;
  const find = sharePerTick<Row>({
    one: (key) => Promise.resolve({ key, place: 0 }),
    many: (keys) =>
      isAway ? Promise.reject(new Error("away")) : Promise.resolve(keys.map((key, place) => ({ key, place }))),
    keyOf: ({ key }) => key,
  });
  const failed = await Promise.allSettled([find("a"), find("b")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect((await Promise.all([find("a"), find("b")])).map((row) => row?.place)).toEqual([0, 1]);
});
