// How long the units of a batch wait together: nobody longer than their own time, and nobody gives up early for another.
import { describe, expect, test } from "vitest";
import { type Budgeted, isOverdue, type LockWait, lockTimeoutOf, partAfter } from "../../../src/engine/lock-budget.ts";

const patient: Budgeted = { lockBudgetMs: undefined, now: 0 };
const without: Budgeted = { lockBudgetMs: undefined, now: 0 };
const after = (waited: Partial<LockWait>): LockWait => ({ since: 0, spent: 0, now: 0, ...waited });
const delivery = (lockBudgetMs: number, came = 0): Budgeted => ({ lockBudgetMs, now: came });

describe("a batch waits", () => {
  test.each<[string, Budgeted[], Partial<LockWait>, number]>([
    ["two seconds, as any statement", [patient, without], { now: 5_000 }, 2_000],
    ["as long as its least patient unit", [patient, delivery(1_000), delivery(700)], {}, 700],
    ["less for a unit that has waited behind others who wait", [delivery(1_000, 4_000)], { now: 4_300 }, 700],
    ["no less for one that stood in a queue that moved on", [delivery(1_000)], { since: 9_000, now: 9_000 }, 1_000],
    ["a little even for one that has waited all its time", [delivery(1_000)], { now: 9_000 }, 200],
    ["its whole time though a clock went back", [delivery(1_000, 4_000)], { now: 3_000 }, 1_000],
    ["never longer than any statement", [delivery(60_000)], {}, 2_000],
    ["what is left of the two seconds", [patient], { spent: 1_000, now: 1_000 }, 1_000],
  ])("%s", (_sentence, jobs, waited, limit) => {
    expect(lockTimeoutOf(jobs, after(waited))).toBe(limit);
  });
});

test("only a unit with a small budget is ever overdue in the queue, and only once it has used that up", () => {
  expect([patient, without].map((job) => isOverdue(job, after({ now: 60_000 })))).toEqual([false, false]);
  const job = delivery(1_000, 5_000);
  const at = (now: number, since = 0) => isOverdue(job, after({ now, since }));
  expect([at(5_000), at(5_799), at(5_800), at(7_000)]).toEqual([false, false, true, true]);
  expect([at(7_000, 6_201), at(7_000, 6_200)]).toEqual([false, true]);
});

test("after it has waited in vain only those whose time is up give up; the others have two seconds in all", () => {
  const [first, second, third] = [delivery(1_000), delivery(1_000, 300), delivery(1_000, 50)];
  const jobs = [patient, first, second, third];
  const limit = lockTimeoutOf(jobs, after({ now: 300 }));
  expect(limit).toBe(700);
  const { givesUp, waitsOn } = partAfter(jobs, limit, after({ now: 300 }));
  expect(givesUp).toEqual([first, third]);
  expect(waitsOn).toEqual([patient, second]);
  const again = lockTimeoutOf(waitsOn, after({ spent: 700, now: 1_000 }));
  expect(again).toBe(300);
  expect(partAfter(waitsOn, again, after({ spent: 700, now: 1_000 }))).toEqual({
    givesUp: [second],
    waitsOn: [patient],
  });
  expect(lockTimeoutOf([patient], after({ spent: 1_000, now: 1_300 }))).toBe(1_000);
  expect(partAfter([patient], 1_000, after({ spent: 1_000, now: 1_300 }))).toEqual({ givesUp: [patient], waitsOn: [] });
});
