// A limit to waiting: what is in time counts, what is late does not, and nothing is left behind.
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitAtMost } from "../../../../src/lib/async/time-limit.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});

test("work that ends in time gives what it gives, and leaves no timer behind", async () => {
  await expect(waitAtMost(100, Promise.resolve("done"), () => "late")).resolves.toBe("done");
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(0);
});

test("work that fails in time throws what it throws, and leaves no timer behind", async () => {
  await expect(waitAtMost(100, Promise.reject(new Error("broken")), () => "late")).rejects.toThrow("broken");
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(0);
});

test("what is late is given up exactly when the time is over, for what stands in its place", async () => {
  let given: unknown;
  void waitAtMost(100, never(), () => "late").then((value) => {
    given = value;
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(given).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(given).toBe("late");
});

test("what stands in its place may be an error", async () => {
  const waiting = waitAtMost(100, never(), () => {
    throw new Error("too late");
  });
  const refused = expect(waiting).rejects.toThrow("too late");
  await vi.advanceTimersByTimeAsync(100);
  await refused;
});

test("work that fails after it was given up fails in silence", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  let fail: (error: Error) => void = () => {};
  const failing = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const waiting = waitAtMost(100, failing, () => "late");
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toBe("late");
  vi.useRealTimers();
  fail(new Error("afterwards"));
  // A rejection that nobody takes is told of before the event loop turns.
  await turn();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
