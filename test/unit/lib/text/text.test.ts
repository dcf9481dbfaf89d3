// Text helpers: what they clean, what they count, and that their time grows with the length and no faster.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText, codePoints, oneLine, quote } from "../../../../src/lib/text/text.ts";
import { thousands } from "../../../../src/lib/text/thousands.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

const anyText = fc.string({ unit: "binary", maxLength: 300 });
/** Any UTF-16 units, half surrogate pairs too. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), { maxLength: 200 })
  .map((units) => String.fromCharCode(...units));

describe("cleanText", () => {
  test("gives well-formed text without NUL, and changes nothing else", () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        const clean = cleanText(text);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).toBe(text.toWellFormed().replaceAll("\0", ""));
      }),
    );
  });

  test.each([
    ["a NUL is removed", "a\0b", "ab"],
    ["a high half alone is repaired", "a\ud83d", "a\ufffd"],
    ["a low half alone is repaired", "\ude00a", "\ufffda"],
    ["a whole pair stays", "😀", "😀"],
    ["halves around a NUL are not joined into another character", "\ud83d\0\ude00", "\ufffd\ufffd"],
  ])("%s", (_name, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });
});

describe("oneLine", () => {
  test("gives one clean trimmed line", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyUnits), (text) => {
        const line = oneLine(text);
        expect(line.isWellFormed()).toBe(true);
        expect(line).toBe(line.trim());
        expect(line).not.toMatch(/\p{Cc}|[\u2028\u2029]/u);
      }),
    );
  });

  test("doing it twice is doing it once", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyUnits), (text) => {
        expect(oneLine(oneLine(text))).toBe(oneLine(text));
      }),
    );
  });

  test.each([
    ["a run of breaks becomes one space", "a\r\n\t\nb", "a b"],
    ["breaks at the ends vanish", "\n a \u2028", "a"],
    ["an emoji next to a break stays whole", "😀\n😀", "😀 😀"],
    ["only breaks is nothing", "\r\n\u0085\u2029", ""],
    ["a NUL leaves no gap", "a\0b", "ab"],
  ])("%s", (_name, text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});

describe("codePoints", () => {
  test("says whether text has more code points than the limit", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 300 }), (text, limit) => {
        expect(codePoints(text, limit) > limit).toBe([...text].length > limit);
      }),
    );
  });

  test("4,000 emoji are 4,000, one more is too many", () => {
    expect(codePoints("😀".repeat(4_000), 4_000)).toBe(4_000);
    expect(codePoints("😀".repeat(4_001), 4_000)).toBe(4_001);
  });
});

describe("quote", () => {
  test("is one short well-formed line in quotes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 5_000 }), anyUnits), (text) => {
        const quoted = quote(text);
        expect(quoted.isWellFormed()).toBe(true);
        expect(quoted.length).toBeLessThanOrEqual(64);
        expect(quoted).toMatch(/^".*"$/u);
      }),
    );
  });

  test("text cut inside an emoji stays well-formed", () => {
    for (const lead of ["", "a"]) expect(quote(lead + "😀".repeat(100)).isWellFormed()).toBe(true);
  });
});

describe("linear time", () => {
  const LENGTH = 1_000_000;
  test.each([
    ["spaces", " "],
    ["a letter between spaces", " a "],
    ["line breaks", "\n"],
    ["letters and breaks", "a\n"],
    ["NULs", "\0"],
    ["half pairs", "\ud83d"],
    ["emoji", "😀"],
    ["combining marks", "\u0301"],
    ["dashes", "- "],
  ])("is what a million of %s take", async (_name, unit) => {
    for (const help of [cleanText, oneLine, quote, (all: string) => codePoints(all, LENGTH)]) {
      await expectLinear(LENGTH, (size) => {
        const text = unit.repeat(size / unit.length);
        return () => help(text);
      });
    }
  });
});

test("a whole number is written with a comma between thousands, as in English", () => {
  expect([0, 999, 1_000, 1_048_576].map(thousands)).toEqual(["0", "999", "1,000", "1,048,576"]);
  fc.assert(fc.property(fc.maxSafeNat(), (n) => thousands(n) === n.toLocaleString("en-US")));
});
