// How long something that fails is tried: for about an hour with a tool, for a day with a program that receives events.
import { expect, test } from "vitest";
import { patienceWith, waitAfter } from "../../../../src/domain/connections/retry-schedule.ts";

const HOUR_MS = 3_600_000;

test.each(["tool", "program"] as const)(
  "a %s: each pause is as long as the one before or longer, until it is given a rest",
  (receiver) => {
    const patience = patienceWith(receiver);
    const pauses = Array.from({ length: patience.failures - 1 }, (_, i) => waitAfter(i + 1, null, patience));
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / HOUR_MS;
    expect(hours).toBeGreaterThan(receiver === "program" ? 24 : 0.5);
    expect(hours).toBeLessThan(receiver === "program" ? 28 : 1.5);
  },
);

test("who asks for a longer pause gets it, up to an hour", () => {
  const patience = patienceWith("tool");
  expect(waitAfter(1, 60_000, patience)).toBe(60_000);
  expect(waitAfter(1, 5 * HOUR_MS, patience)).toBe(HOUR_MS);
});
