// What an expression may look like, and how a mistake in one is refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExpressionError } from "../../../../src/domain/mapping/expression.ts";
import { compileMapping } from "../../../../src/domain/mapping/mapping.ts";
import { parseExpression } from "../../../../src/domain/mapping/parse-expression.ts";
import { ChangeWebhookBody } from "../../../../src/wire/webhook/webhook-config.ts";
import { faultOf } from "../../../support/checks/fault-of.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

function errorOf(text: string): ExpressionError | undefined {
  try {
    parseExpression(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

describe("a mistake is refused with its place", () => {
  test.each<[expression: string, position: number, says: string]>([
    ["", 1, "empty"],
    [" \n", 1, "empty"],
    ["a..b", 3, "key is missing"],
    [".a", 1, "key is missing"],
    ["a.", 3, "key is missing"],
    ["a. .b", 4, "key is missing"],
    ["|a", 1, "key is missing"],
    ["a|", 3, "key is missing"],
    ["a||b", 3, "key is missing"],
    ["a[-1]", 2, "whole number"],
    ["a[1e3]", 2, "whole number"],
    ["a[01]", 2, "whole number"],
    ["a[*]", 2, "whole number"],
    ["a[]", 2, "whole number"],
    ["a[b]", 2, "quoted key"],
    ["a[1234567890]", 2, "whole number"],
    ["a[0", 4, '"]" is missing'],
    ["a]", 2, "closes nothing"],
    ["]", 1, "closes nothing"],
    ["a.[0]", 3, "no dot"],
    ["a[0]b", 5, "comes a dot"],
    ['a["b', 3, "never closed"],
    ['a["b" c]', 7, '"]" is missing'],
    ['a["b\\n"]', 6, "backslash"],
    ["{", 1, "never closed"],
    ["}", 1, "closes nothing"],
    ["{}", 2, "missing between the braces"],
    ["{ }", 3, "missing between the braces"],
    ["{{a}}", 2, "one pair of braces"],
    ["x {a", 3, "never closed"],
    ["x {a.b|c", 3, "never closed"],
    ["a}", 2, "closes nothing"],
    ["{a}}", 4, "closes nothing"],
    ["{a {b}}", 4, "inside another"],
    ["{a.}", 4, "key is missing"],
    ["{a|}", 4, "key is missing"],
    ["ok {a}\n{b..c}", 11, "key is missing"],
    [Array(21).fill("a").join("|"), 41, "20 alternatives"],
    [Array(33).fill("a").join("."), 64, "32 steps"],
    [`a${"[0]".repeat(32)}`, 95, "32 steps"],
    ["{a}".repeat(51), 151, "50 placeholders"],
    [`{${Array(21).fill("a").join("|")}}`, 42, "20 alternatives"],
    ["a".repeat(2_001), 2_001, "2000 characters"],
  ])("%j", (expression, position, says) => {
    const error = errorOf(expression);
    expect(error?.message).toContain(says);
    expect(error?.position).toBe(position);
  });
});

describe("what is at the limit is accepted", () => {
  test.each([
    Array(20).fill("a").join("|"),
    Array(32).fill("a").join("."),
    `a${"[0]".repeat(31)}`,
    "{a}".repeat(50),
    "a".repeat(2_000),
    "a[999999999]",
    "[0]",
  ])("%j", (expression) => expect(errorOf(expression)).toBeUndefined());
});

describe("a mapping", () => {
  test("is read once, blank entries left out", () => {
    const compiled = compileMapping({ title: "a.b", description: "", link: null, priority: "  " });
    expect(Object.keys(compiled)).toEqual(["title"]);
    expect(compiled.title?.text).toBe("a.b");
  });

  test("with an expression that is too long is refused by the parser, with the place", () => {
    const body = ChangeWebhookBody.safeParse({ mapping: { title: "a".repeat(2_001) } });
    expect(body.success).toBe(true);
    const fault = faultOf(() => compileMapping(body.data?.mapping ?? {}));
    expect(fault?.message).toBe("mapping.title: at character 2001: an expression has at most 2000 characters.");
    expect(ChangeWebhookBody.safeParse({ mapping: { title: "a".repeat(20_001) } }).success).toBe(false);
  });

  test("with a mistake is refused with its key and the place", () => {
    const fault = faultOf(() => compileMapping({ title: "ok", external_id: "a..b" }));
    expect(fault?.code).toBe("invalid_request");
    expect(fault?.message).toContain("mapping.external_id: at character 3:");
  });
});

test.each(["{", "}", "[", '["', "['", ".", "|", "{a|", "a.", "{[", "\\", '["\\'])(
  "%j by the thousand is refused in linear time",
  async (piece) => {
    for (const length of [1_999, 1_000_000]) {
      await expectLinear(length, (size) => {
        const expression = piece.repeat(size / piece.length + 1);
        return () => errorOf(expression);
      });
    }
  },
);

test("any text either parses or is refused with a place inside it or at its end", () => {
  const piece = fc.constantFrom(..."ab.[]|{}\"'\\0 \n", "{a}", '["a.b"]', "😀");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      const error = errorOf(text);
      if (error === undefined) return;
      expect(error.position).toBeGreaterThanOrEqual(1);
      expect(error.position).toBeLessThanOrEqual(text.length + 1);
    }),
    { numRuns: 2_000 },
  );
});
