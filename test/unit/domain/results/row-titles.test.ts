// Cases that are run with rows of data, or whose suites stand in front of their names and nowhere else: they find the check of their title.
import { expect, test } from "vitest";
import { CaseMatcher } from "../../../../src/domain/results/match-test-case.ts";
import { rowTitlesOf } from "../../../../src/domain/results/row-titles.ts";
import type { NamedCheck, TestCase } from "../../../../src/domain/results/test-case.ts";

const check = (ref: string, title: string, sectionId = "sec"): NamedCheck => ({
  ...{ id: `chk_${ref}`, ref, title, sectionId, notApplicable: [], inCycle: null },
});
const matcher = new CaseMatcher(
  [
    ...[
      check("CART-1", "Adds an item"),
      check("CART-2", "Takes a coupon twice"),
      check("CART-3", "Rounds taxes (net)"),
    ],
    ...[
      check("CART-4", "Pays"),
      check("CART-5", "Opens twice"),
      check("CART-6", "Opens twice"),
      check("CART-7", "An item"),
    ],
  ],
  [{ id: "sec", ref: "CART", title: "The shop" }],
);
const one = (name: string, ...suites: string[]): TestCase => ({
  ...{ name, suites, outcome: "passed", checks: [], tags: [], platforms: [], projects: [], message: null, line: null },
});
function told(name: string, ...suites: string[]): string {
  const match = matcher.match(one(name, ...suites));
  if (match.kind === "matched") return match.check.ref;
  const refs = match.kind === "unmatched" ? match.near : match.candidates;
  return [match.kind, ...refs.map(({ ref }) => ref)].join(" ");
}

test.each([
  ["Takes a coupon twice(int)[1]", "CART-2"],
  ["Takes a coupon twice{int}[2]", "CART-2"],
  ["Takes a coupon twice[0]", "CART-2"],
  ["Adds an item(count: 1)", "CART-1"],
  ["Adds an item(1,2)", "CART-1"],
  ["Adds an item[jvm]", "CART-1"],
  ["Takes a coupon twice [times: 2, #0]", "CART-2"],
  ["Takes a coupon twice - Examples - Example #1.1", "CART-2"],
  ["Takes a coupon twice #2", "CART-2"],
  ["Takes a coupon twice (outline example : | 1 |)", "CART-2"],
  ["Takes a coupon twice, Variant 1", "CART-2"],
  ["Rounds taxes (net)", "CART-3"],
  ["Rounds taxes (net)(0.5)", "CART-3"],
  ["Opens twice(1)", "ambiguous CART-5 CART-6"],
  // Words behind a blank may belong to the title.
  ["Adds an item (later)", "unmatched"],
  ["Rounds taxes", "unmatched"],
])("%s is a row of %s", (name, expected) => {
  expect(told(name, "Some suite")).toBe(expected);
});

test("a section stands behind the title where the runner is known to have such, and nowhere else", () => {
  expect(told("Takes a coupon twice/second", "tests.global")).toBe("CART-2");
  expect(told("Takes a coupon twice/second/deep", "cart.cpp")).toBe("CART-2");
  expect(told("Pays/cancels", "Shop")).toBe("unmatched");
});

test("the end of a name counts in a file that no suite is told of, if it means one check alone, and is proposed where nothing is told", () => {
  expect(told("Cart coupons Takes a coupon twice", "rspec", "spec.cart_spec", "cart_spec")).toBe("CART-2");
  expect(told("Cart Takes a coupon twice")).toBe("unmatched CART-2");
  expect(told("Cart Takes a coupon twice", "cart.test.js")).toBe("CART-2");
  expect(told("Cart Takes a coupon twice", "test.cart", "cart")).toBe("CART-2");
  expect(told("Cart Takes a coupon twice", "Coupons")).toBe("unmatched");
  expect(told("Cart Opens twice")).toBe("unmatched CART-5 CART-6");
  expect(told("Cart Pays")).toBe("unmatched");
});

test("names of brackets alone give few titles", () => {
  for (const name of ["()".repeat(1_000), "[".repeat(2_000), "x(".repeat(1_000), `x${" #1".repeat(600)}`]) {
    expect(rowTitlesOf(one(name)).length).toBeLessThan(1_000);
  }
});

test.each([
  "Cart.Adds an item",
  "Cart: Adds an item",
  "Cart - Adds an item",
  "Cart | Adds an item",
  "Cart/Adds an item",
])("the suite in front of %s is no part of its title, if it is told", (name) => {
  expect([told(name, "Cart"), told(name, "Till")]).toEqual(["CART-1", "unmatched"]);
});
