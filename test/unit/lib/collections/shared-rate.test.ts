// Counts in a minute of the clock at several servers: exact at one, a little more than the limit at several, bounded in memory.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type NewCount, SharedRate } from "../../../../src/lib/collections/shared-rate.ts";

const MINUTE = 60_000;

/** What all servers share, as a database would keep it; each turn of the event loop it hears one more of them. */
function sharedCounts() {
  const totals = new Map<string, number>();
  const share = async (counts: NewCount[]) => {
    await new Promise(setImmediate);
    return counts.map(({ scope, period, n }) => {
      const total = (totals.get(`${scope} ${period}`) ?? 0) + n;
      totals.set(`${scope} ${period}`, total);
      return total;
    });
  };
  return { totals, share };
}

const settled = async () => {
  for (let i = 0; i < 5; i++) await new Promise(setImmediate);
};

describe("a shared rate", () => {
  test("counts each by itself, and begins anew with the minute of the clock", () => {
    const rate = new SharedRate(sharedCounts().share);
    const counts = (who: string, now: number) => rate.count(who, 2, now);
    expect(counts("a", 1_000)).toEqual({ isOver: false, left: 1, seconds: 59 });
    expect(counts("a", 30_500)).toEqual({ isOver: false, left: 0, seconds: 30 });
    expect(counts("a", 59_999)).toEqual({ isOver: true, left: 0, seconds: 1 });
    expect(counts("b", 59_999)).toEqual({ isOver: false, left: 1, seconds: 1 });
    expect(counts("a", MINUTE)).toEqual({ isOver: false, left: 1, seconds: 60 });
  });

  test("at one server never lets more pass than the limit, and never fewer", async () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 2 }).map(String),
      wait: fc.nat(10_000),
      pause: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 30 }), async (steps, limit) => {
        const rate = new SharedRate(sharedCounts().share);
        const passed = new Map<string, number>();
        let now = 0;
        for (const { who, wait, pause } of steps) {
          now += wait;
          if (pause) await settled();
          const place = `${who} ${Math.floor(now / MINUTE)}`;
          const before = passed.get(place) ?? 0;
          expect(rate.count(who, limit, now).isOver).toBe(before >= limit);
          if (before < limit) passed.set(place, before + 1);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("at several servers a twentieth of the limit may pass at each beyond it, and what came while that was told", async () => {
    const { share } = sharedCounts();
    const servers = [new SharedRate(share), new SharedRate(share), new SharedRate(share)];
    let passed = 0;
    for (let n = 0; n < 600; n++) {
      if (!servers[n % 3]!.count("a", 100, 0).isOver) passed++;
      if (n % 5 === 0) await settled();
    }
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(100 + 3 * (100 / 20 + 2));
  });

  test("who stays below a twentieth is told of to nobody, and a flood that is refused no more", async () => {
    const { totals, share } = sharedCounts();
    const rate = new SharedRate(share);
    for (let n = 0; n < 59; n++) rate.count("few", 1_200, 0);
    for (let n = 0; n < 10_000; n++) rate.count("many", 1_200, 0);
    await settled();
    expect([...totals]).toEqual([["many 0", 1_200]]);
  });

  test("a database that fails leaves each server with its own count", async () => {
    const rate = new SharedRate(() => Promise.reject(new Error("away")));
    let passed = 0;
    for (let n = 0; n < 50; n++) {
      if (!rate.count("a", 20, 0).isOver) passed++;
      await settled();
    }
    expect(passed).toBe(20);
  });

  test("a flood of others takes no more memory than the bound, and forgets those who came first", () => {
    const rate = new SharedRate(sharedCounts().share, 1_000);
    for (let n = 0; n < 100_000; n++) rate.count(`address ${n}`, 100, n % 1_000);
    expect(rate.known).toBeLessThanOrEqual(1_000);
    expect(rate.count("address 99999", 100, 999).left).toBe(98);
  });
});
