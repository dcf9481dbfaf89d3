// Times as they are written, and the windows that counts are kept for.
import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, isoTimeOrNull, MINUTE_MS } from "../../../src/lib/clock.ts";
import { windowAt } from "../../../src/lib/time-window.ts";

const NINE = Date.UTC(2026, 2, 1, 9);

test.each([
  ["the first millisecond of an hour", NINE, HOUR_MS, { start: NINE, end: NINE + HOUR_MS, secondsLeft: 3_600 }],
  ["the last", NINE + HOUR_MS - 1, HOUR_MS, { start: NINE, end: NINE + HOUR_MS, secondsLeft: 1 }],
  ["the middle of a minute", NINE + 17_500, MINUTE_MS, { start: NINE, end: NINE + MINUTE_MS, secondsLeft: 43 }],
  ["a whole second before the turn", NINE + 59_000, MINUTE_MS, { start: NINE, end: NINE + MINUTE_MS, secondsLeft: 1 }],
])("%s is told with its window and the seconds left in it", (_, at, length, window) => {
  expect(windowAt(at, length)).toEqual(window);
});

test("whoever waits the seconds left is in the next window", () => {
  fc.assert(
    fc.property(fc.nat(4_102_444_800_000), fc.constantFrom(MINUTE_MS, HOUR_MS), (at, length) => {
      const { start, end, secondsLeft } = windowAt(at, length);
      expect(start <= at && at < end && end - start === length).toBe(true);
      expect(windowAt(at + secondsLeft * 1_000, length).start).toBe(end);
      expect(windowAt(at + (secondsLeft - 1) * 1_000, length).start).toBe(start);
    }),
  );
});

test("a time is written in UTC with milliseconds, and none as null", () => {
  expect([isoTimeOrNull(NINE), isoTimeOrNull(null)]).toEqual(["2026-03-01T09:00:00.000Z", null]);
});
