// How long the units of a batch wait together: nobody longer than their own time, and nobody gives up early for another.
import { describe, expect, test } from "vitest";
import { isOverdue, lockTimeoutOf, type Patient, partAfter } from "../../src/actions/patience.ts";

const patient: Patient = { input: { app: "a" }, now: 0 };
const without: Patient = { input: null, now: 0 };
const delivery = (patienceMs: number, came = 0): Patient => ({ input: { patienceMs }, now: came });

describe("a batch waits", () => {
  test.each<[string, Patient[], number, number, number]>([
    ["two seconds, as any statement", [patient, without], 0, 5_000, 2_000],
    ["as long as its least patient unit", [patient, delivery(1_000), delivery(700)], 0, 0, 700],
    ["less for a unit that has waited in line", [delivery(1_000, 4_000)], 0, 4_300, 700],
    ["a little even for one that has waited all its time", [delivery(1_000)], 0, 9_000, 200],
    ["its whole time though a clock went back", [delivery(1_000, 4_000)], 0, 3_000, 1_000],
    ["never longer than any statement", [delivery(60_000)], 0, 0, 2_000],
    ["what is left of the two seconds", [patient], 1_000, 1_000, 1_000],
  ])("%s", (_sentence, orders, spent, now, limit) => {
    expect(lockTimeoutOf(orders, spent, now)).toBe(limit);
  });
});

test("only a unit with little patience is ever overdue in line, and only once it has used that up", () => {
  expect([isOverdue(patient, 60_000), isOverdue(without, 60_000)]).toEqual([false, false]);
  const order = delivery(1_000, 5_000);
  expect([5_000, 5_799, 5_800, 7_000].map((now) => isOverdue(order, now))).toEqual([false, false, true, true]);
});

test("after it has waited in vain only those whose time is up give up; the others have two seconds in all", () => {
  const [first, second, third] = [delivery(1_000), delivery(1_000, 300), delivery(1_000, 50)];
  const orders = [patient, first, second, third];
  const limit = lockTimeoutOf(orders, 0, 300);
  expect(limit).toBe(700);
  const { givesUp, waitsOn } = partAfter(orders, limit, 0, 300);
  expect(givesUp).toEqual([first, third]);
  expect(waitsOn).toEqual([patient, second]);
  const again = lockTimeoutOf(waitsOn, 700, 1_000);
  expect(again).toBe(300);
  expect(partAfter(waitsOn, again, 700, 1_000)).toEqual({ givesUp: [second], waitsOn: [patient] });
  expect(lockTimeoutOf([patient], 1_000, 1_300)).toBe(1_000);
  expect(partAfter([patient], 1_000, 1_000, 1_300)).toEqual({ givesUp: [patient], waitsOn: [] });
});
