// Tags are found in what a request names as HTTP says, whatever else stands there.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codedTag, isMatched, isNamed, tagOf } from "../../../src/lib/etag.ts";
import { expectLinear } from "../../support/machine/linear-time.ts";

const tag = tagOf("a", 1);

describe("a tag", () => {
  test("is the same for the same parts, and another for others", () => {
    expect(tagOf("a", 1)).toBe(tag);
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const part = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.array(part, { minLength: 1 }), (a, b) => {
        const same = a.map(String).join() === b.map(String).join();
        fc.pre(![...a, ...b].some((one) => one === null || String(one).includes("\0")) && !same);
        expect(tagOf(...a)).not.toBe(tagOf(...b));
      }),
    );
  });

  test.each([
    [tag, true, true],
    [`"other", ${tag}`, true, true],
    [`"a,b" ,${tag},"c"`, true, true],
    [`W/${tag}`, true, false],
    [`W/"x", W/${tag}`, true, false],
    [codedTag(tag, "br"), true, true],
    [`"other", W/${codedTag(tag, "gzip")}`, true, false],
    [`${tag.slice(0, -1)}-zip"`, false, false],
    [`${tag.slice(0, -1)}-br-br"`, false, false],
    ["*", true, true],
    [" * ", true, true],
    ['"other"', false, false],
    [tag.slice(1, -1), false, false],
    ["", false, false],
    ['"*"', false, false],
    [`"${tag}`, false, false],
  ])("%j is found by If-None-Match: %s, by If-Match: %s", (header, named, matched) => {
    expect([isNamed(header, tag), isMatched(header, tag)]).toEqual([named, matched]);
  });

  test("is not named where there is no header", () => {
    expect(isNamed(undefined, tag)).toBe(false);
  });

  test.each([
    ["beginnings of weak tags", (size: number) => 'W/"'.repeat(size / 3)],
    ["quotes", (size: number) => '"'.repeat(size)],
    ["commas in a tag that does not end", (size: number) => `"${",".repeat(size)}`],
  ])("a header of %s is read in linear time", async (_name, make) => {
    await expectLinear(16_000, (size) => {
      const header = make(size);
      return () => isNamed(header, tag);
    });
  });
});
