// Counts a minute: exact for each, and bounded in memory whoever comes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Rate } from "../../src/lib/rate.ts";

const MINUTE = 60_000;

describe("a rate", () => {
  test("counts each by itself, from its first on, and begins anew when the minute is over", () => {
    const rate = new Rate(MINUTE);
    expect(rate.count("a", 1_000)).toEqual({ n: 1, seconds: 60 });
    expect(rate.count("a", 30_500)).toEqual({ n: 2, seconds: 31 });
    expect(rate.count("b", 30_500)).toEqual({ n: 1, seconds: 60 });
    expect(rate.count("a", 60_999)).toEqual({ n: 3, seconds: 1 });
    expect(rate.count("a", 61_000)).toEqual({ n: 1, seconds: 60 });
  });

  test("a clock that is set back makes nobody wait longer than a minute", () => {
    const rate = new Rate(MINUTE);
    rate.count("a", 10_000_000);
    expect(rate.count("a", 1_000)).toEqual({ n: 1, seconds: 60 });
  });

  test("never counts more in a minute than came, whoever else comes, and says when it is over", () => {
    const step = fc.record({ who: fc.integer({ min: 0, max: 4 }).map(String), wait: fc.nat(20_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const rate = new Rate(MINUTE);
        const began = new Map<string, { at: number; n: number }>();
        let now = 0;
        for (const { who, wait } of steps) {
          now += wait;
          const known = began.get(who);
          const model = known !== undefined && now - known.at < MINUTE ? known : { at: now, n: 0 };
          model.n += 1;
          began.set(who, model);
          expect(rate.count(who, now)).toEqual({ n: model.n, seconds: Math.ceil((model.at + MINUTE - now) / 1_000) });
        }
      }),
    );
  });

  test("a flood of a million others takes no more memory than the bound, and forgets those who came first", () => {
    const rate = new Rate(MINUTE, 1_000);
    for (let n = 0; n < 1_000_000; n++) rate.count(`address ${n}`, n % 1_000);
    expect(rate.known).toBeLessThanOrEqual(1_000);
    expect(rate.count("address 999999", 999).n).toBe(2);
  });

  test("what is over is forgotten as others come", () => {
    const rate = new Rate(MINUTE, 1_000);
    for (let n = 0; n < 500; n++) rate.count(`before ${n}`, 0);
    for (let n = 0; n < 300; n++) rate.count(`after ${n}`, MINUTE + n);
    for (let n = 0; n < 100; n++) rate.count(`much later ${n}`, 3 * MINUTE + n);
    expect(rate.known).toBe(400);
    rate.count("at last", 5 * MINUTE);
    expect(rate.known).toBe(101);
  });
});
