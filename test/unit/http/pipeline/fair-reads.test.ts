import { expect, test } from "vitest";
import { type ReadsTogether, readFairly } from "../../../../src/http/pipeline/fair-reads.ts";
import type { Member } from "../../../../src/lib/async/fair-queue.ts";
import type { Query, Reader } from "../../../../src/storage/database/database.ts";

const A = { who: "key of A", group: "A" };
const OTHER_OF_A = { who: "other key of A", group: "A" };
const THIRD_OF_A = { who: "third key of A", group: "A" };
const B = { who: "key of B", group: "B" };

/** Reads that end when they are told to; `begun` counts those under way of each who reads. */
function reads(together: ReadsTogether | undefined) {
  const readAs = readFairly({ isLocal: false } as Reader);
  const begun = new Map<string, number>();
  const ends: (() => void)[] = [];
  const read = (reader: Member) =>
    readAs(reader, together, () => {
      begun.set(reader.who, (begun.get(reader.who) ?? 0) + 1);
      return new Promise<void>((end) => ends.push(end));
    });
  const readMany = (reader: Member, n: number) => Array.from({ length: n }, async () => read(reader));
  return { begun, ends, readMany };
}

/** As `reads`, with a clock that stands still. */
function readsAt(now: () => number) {
  const readAs = readFairly({ isLocal: false } as Reader, now);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (group: string, who: string) =>
    void readAs({ who, group }, undefined, () => {
      begun.push(group);
      return new Promise<void>((end) => ends.push(end));
    });
  return { begun, ends, start };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test("whoever looks up a thousand things has a hundred under way, a workspace two hundred, and others look up beside them", async () => {
  const { begun, readMany, ends } = reads("row");
  const all = [readMany(A, 1_000), readMany(OTHER_OF_A, 150), readMany(THIRD_OF_A, 1), readMany(B, 1)].flat();
  await nextTick();
  expect([...begun.values()]).toEqual([100, 100, 1]);
  expect(begun.get(B.who)).toBe(1);
  while (ends.length > 0) {
    ends.shift()!();
    await nextTick();
  }
  await Promise.all(all);
  expect([...begun.values()].reduce((sum, n) => sum + n)).toBe(all.length);
});

test("what waits of one reader has a bound, whether it looks up or reads", async () => {
  for (const together of ["row", "page", undefined] as const) {
    const { readMany, begun } = reads(together);
    const refused: string[] = [];
    for (const one of readMany(A, 2_200)) one.catch(({ code }: { code: string }) => refused.push(code));
    await nextTick();
    expect(refused).toEqual(Array.from({ length: 200 - begun.get(A.who)! }, () => "rate_limited"));
  }
});

test("of pages whoever reads alone has thirty-two under way, beside others eight", async () => {
  const { begun, readMany } = reads("page");
  void Promise.all(readMany(A, 100));
  await nextTick();
  expect(begun.get(A.who)).toBe(32);
  void Promise.all(readMany(B, 100));
  await nextTick();
  expect(begun.get(B.who)).toBe(8);
});

test("of the statements for pages those that are not asked together have as many connections as any of a reader's", async () => {
  let underWay = 0;
  const most = { together: 0, alone: 0 };
  const all = async ({ ofMany }: Query<unknown>) => {
    const kind = ofMany === undefined ? "alone" : "together";
    most[kind] = Math.max(most[kind], ++underWay);
    await nextTick();
    underWay--;
    return [];
  };
  const readAs = readFairly({ isLocal: false, get: all, all } as unknown as Reader);
  const one: Query<unknown> = { text: "one", read: () => ({}) };
  const page: Query<unknown> = { ...one, ofMany: { text: "many", most: 8 } };
  for (const statement of [page, one]) {
    const asked = [() => statement, () => statement].map((ask, i) =>
      Array.from({ length: 20 }, () => readAs(A, "page", (_leave, db) => (i === 0 ? db.get(ask()) : db.all(ask())))),
    );
    await Promise.all(asked.flat());
  }
  expect(most).toEqual({ together: 32, alone: 4 });
});

test("beside others a reader has two connections at a time", async () => {
  const { begun, readMany } = reads(undefined);
  void Promise.all([readMany(A, 10), readMany(B, 10)].flat());
  await nextTick();
  expect(begun.get(B.who)).toBe(2);
});

test("a workspace that reads alone leaves one connection for whoever comes, and has none in line for it", async () => {
  const { begun, ends, start } = readsAt(() => 0);
  for (let n = 0; n < 50; n++) start("A", `key ${n}`);
  await nextTick();
  expect(begun).toHaveLength(5);
  for (let ended = 1; begun.length < 50; ended++) {
    ends.shift()!();
    await nextTick();
    expect(begun).toHaveLength(5 + ended);
  }
});

test("beside others a workspace has two connections at a time, however many its keys are", async () => {
  const { begun, start } = readsAt(() => 0);
  start("B", "their key");
  await nextTick();
  for (let n = 0; n < 50; n++) start("A", `key ${n}`);
  await nextTick();
  start("B", "their other key");
  await nextTick();
  expect(begun).toEqual(["B", "A", "A", "B"]);
});

test("on the embedded database reads wait for nobody", () => {
  const read = readFairly({ isLocal: true } as Reader);
  expect(read(A, undefined, () => "found")).toBe("found");
});
