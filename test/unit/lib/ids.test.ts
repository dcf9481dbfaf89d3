// Ids: opaque, prefixed, unique, and in text order as they were given.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digits, firstIdAt, newId, randomText } from "../../../src/lib/ids.ts";

const LAST_MOMENT = 32 ** 9 - 1;
const moment = fc.integer({ min: 0, max: LAST_MOMENT });

describe("ids", () => {
  test("an id is its prefix and characters that need no encoding in an address, always as many", () => {
    fc.assert(
      fc.property(moment, (at) => {
        const id = newId("iss", at);
        expect(id).toMatch(/^iss_[0-9a-hjkmnp-tv-z]+$/);
        expect(id).toHaveLength(newId("iss", 0).length);
      }),
    );
  });

  test("ids of one millisecond sort in the order they were made", () => {
    const ids = Array.from({ length: 20_000 }, () => newId("iss", 1_700_000_000_000));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("ids of one millisecond that are given an order sort by it, whoever made them when", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
        const [first, second] = [a % 32 ** 10, b % 32 ** 10];
        fc.pre(first !== second);
        expect(newId("x", 1, first) < newId("x", 1, second)).toBe(first < second);
      }),
    );
  });

  test("an id of a later millisecond sorts behind, whatever was made in between", () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        fc.pre(a !== b);
        const [first, second] = [newId("x", a), newId("x", b)];
        expect(first < second).toBe(a < b);
      }),
    );
  });

  test("every id given at or after a moment sorts at or after the first id of that moment", () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(newId("x", a) >= firstIdAt("x", b)).toBe(a >= b);
      }),
    );
  });

  test("digits are as long as asked and keep the order of the numbers", () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [first, second] = [digits(a, 9), digits(b, 9)];
        expect([first.length, second.length]).toEqual([9, 9]);
        expect(Math.sign(a - b)).toBe(first < second ? -1 : first > second ? 1 : 0);
      }),
    );
  });

  test("random text has the length asked for, also across its pool, and uses its whole alphabet", () => {
    const texts = Array.from({ length: 2_000 }, (_, i) => randomText(i % 100));
    expect(texts.map((text) => text.length)).toEqual(texts.map((_, i) => i % 100));
    expect(new Set(texts.join("")).size).toBe(32);
  });

  test("random text does not repeat", () => {
    expect(new Set(Array.from({ length: 20_000 }, () => randomText(16))).size).toBe(20_000);
  });
});
