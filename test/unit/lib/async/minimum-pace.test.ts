// A pace that is watched: what gets on is left alone, what does not is given up once.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchPace } from "../../../../src/lib/async/minimum-pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what grows by enough in every while is left alone, and what then stops is given up, once", () => {
  let done = 0;
  let slow = 0;
  const stop = watchPace(
    () => done,
    { everyMs: 60, atLeast: 10 },
    () => slow++,
  );
  for (let whiles = 0; whiles < 4; whiles++) {
    done += 10;
    vi.advanceTimersByTime(60);
  }
  expect(slow).toBe(0);
  vi.advanceTimersByTime(59);
  expect(slow).toBe(0);
  vi.advanceTimersByTime(1);
  expect(slow).toBe(1);
  vi.advanceTimersByTime(600);
  expect(slow).toBe(1);
  stop();
});

test("what grows by too little is given up, and a watch that was ended says nothing more", () => {
  let done = 0;
  const slow: string[] = [];
  watchPace(
    () => done,
    { everyMs: 50, atLeast: 10 },
    () => slow.push("little"),
  );
  watchPace(
    () => 0,
    { everyMs: 50, atLeast: 1 },
    () => slow.push("ended"),
  )();
  done += 9;
  vi.advanceTimersByTime(500);
  expect(slow).toEqual(["little"]);
  expect(vi.getTimerCount()).toBe(0);
});
