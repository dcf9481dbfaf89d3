// Deliveries of one id, one at a time: how long the next waits for the one before it, by a clock that the test moves.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SAME_ID_WAIT_MS } from "../../../../src/domain/limits.ts";
import { SameIdQueue } from "../../../../src/intake/webhook/same-id-queue.ts";
import type { Reader } from "../../../../src/storage/database/database.ts";

describe("a delivery behind another of its id", () => {
  let queue: SameIdQueue;
  let finish: () => void;
  let first: Promise<void>;
  const told: number[] = [];
  const next = () =>
    queue.run("app", ["id"], async (waitMs) => {
      told.push(waitMs);
      return "raised";
    });
  beforeEach(() => {
    vi.useFakeTimers();
    told.length = 0;
    queue = new SameIdQueue({} as Reader, Date.now);
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    first = queue.run("app", ["id"], () => work);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("has what is left of one second for the app, once the other is decided", async () => {
    const second = next();
    await vi.advanceTimersByTimeAsync(SAME_ID_WAIT_MS * 0.4);
    expect(told).toEqual([]);
    finish();
    expect(await second).toBe("raised");
    expect(told).toEqual([SAME_ID_WAIT_MS * 0.6]);
    await first;
  });

  test("is in progress exactly when the second is over, however many wait", async () => {
    const ends: unknown[] = [];
    for (let i = 0; i < 3; i++) void next().catch(({ code }) => ends.push(code));
    await vi.advanceTimersByTimeAsync(SAME_ID_WAIT_MS - 1);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(Array(3).fill("in_progress"));
    expect(told).toEqual([]);
    finish();
    await first;
  });

  test("waits for none of another id", async () => {
    expect(await queue.run("app", ["another"], async (waitMs) => waitMs)).toBe(SAME_ID_WAIT_MS);
    finish();
    await first;
  });
});
