// What a test run means for an app: several cases of one check, platforms, what is skipped.
import fc from "fast-check";
import { expect, test } from "vitest";
import { planResults, UnknownPlatform } from "../../../../src/domain/results/plan-results.ts";
import type { TestCase } from "../../../../src/domain/results/test-case.ts";

const APP = {
  platforms: ["ios", "android", "web"],
  sections: [{ id: "sec_a", ref: "S", title: "Section" }],
  checks: ["A-1", "A-2", "A-3"].map((ref, i) => ({
    id: `chk_${ref}`,
    ref,
    title: `Title ${ref}`,
    sectionId: "sec_a",
    notApplicable: [[], ["ios"], ["ios", "android", "web"]][i]!,
    inCycle: null,
  })),
};

function one(name: string, outcome: TestCase["outcome"], fields: Partial<TestCase> = {}): TestCase {
  return {
    name,
    suites: [],
    outcome,
    checks: [],
    tags: [],
    platforms: [],
    projects: [],
    message: null,
    line: 3,
    ...fields,
  };
}

const brief = (cases: TestCase[], platforms: string[] = []) =>
  planResults(APP, cases, platforms).results.map(
    ({ checkId, platform, outcome, note }) => `${checkId} ${platform} ${outcome}${note === null ? "" : ` ${note}`}`,
  );

test("without platforms a case counts on every platform on which its check is applicable", () => {
  expect(brief([one("A-1", "passed"), one("A-2", "passed")])).toEqual([
    "chk_A-1 ios passed",
    "chk_A-1 android passed",
    "chk_A-1 web passed",
    "chk_A-2 android passed",
    "chk_A-2 web passed",
  ]);
});

test("a check that is not applicable anywhere is skipped, unless a platform is named", () => {
  expect(planResults(APP, [one("A-3", "failed")], []).cases[0]).toMatchObject({ fate: "skipped", recorded: null });
  expect(brief([one("A-3", "passed")], ["web"])).toEqual(["chk_A-3 web passed"]);
});

test("one failed case fails the check, and the note says which and how many", () => {
  const cases = [
    one("A-1 first", "passed"),
    one("A-1 second", "failed", { message: "no door" }),
    one("A-1 third", "skipped"),
  ];
  const plan = planResults(APP, cases, ["web"]);
  expect(plan.results).toMatchObject([{ outcome: "failed", note: "A-1 second (1 of 2 cases failed): no door" }]);
  expect(plan.cases.map(({ fate, recorded }) => `${fate} ${recorded}`)).toEqual([
    "recorded failed",
    "recorded failed",
    "skipped null",
  ]);
});

test("a case whose check is not in the cycle that the run is for, or only on other platforms, says so", () => {
  const inCycle = [["ios", "android", "web"], ["web"], []];
  const app = { ...APP, checks: APP.checks.map((check, i) => ({ ...check, inCycle: inCycle[i]! })) };
  const { cases } = planResults(
    app,
    [one("A-1", "passed"), one("A-2", "passed"), one("A-3", "failed")],
    ["android", "web"],
  );
  expect(cases.map(({ fate, why }) => [fate, why])).toEqual([
    ["recorded", null],
    ["recorded", "it does not count for the cycle on android: its check is not in it there"],
    ["recorded", "it does not count for the cycle: its check is not in it"],
  ]);
});

test("platforms that a case names count for it alone", () => {
  const cases = [one("A-1 a", "failed", { platforms: ["ios"] }), one("A-1 b", "passed", { platforms: ["web", "web"] })];
  const plan = planResults(APP, cases, ["android"]);
  expect(plan.results).toMatchObject([
    { platform: "ios", outcome: "failed" },
    { platform: "web", outcome: "passed" },
  ]);
  expect(plan.cases.map(({ recorded }) => recorded)).toEqual(["failed", "passed"]);
});

test("a platform that the app doesn't have is refused, with the line", () => {
  expect(() => planResults(APP, [one("A-1", "passed", { platforms: ["tv"] })], [])).toThrow(UnknownPlatform);
  expect(() => planResults(APP, [one("A-1", "passed", { platforms: ["tv"] })], [])).toThrow(
    /^line 3: retest\.platforms: unknown "tv"; this app has "ios", "android", "web"\.$/,
  );
});

test("whatever the cases, a check fails on a platform exactly if a case of it failed there, and skipped ones never count", () => {
  const made = fc.record({
    ref: fc.constantFrom("A-1", "A-2", "A-9"),
    outcome: fc.constantFrom("passed", "failed", "skipped") as fc.Arbitrary<TestCase["outcome"]>,
    platforms: fc.subarray(["ios", "web"]),
  });
  fc.assert(
    fc.property(fc.array(made, { maxLength: 12 }), (list) => {
      const cases = list.map(({ ref, outcome, platforms }) => one(ref, outcome, { platforms }));
      const { results, cases: plans } = planResults(APP, cases, ["android"]);
      for (const { ref } of APP.checks) {
        for (const platform of APP.platforms) {
          const counting = cases.filter(
            ({ name, outcome, platforms }) =>
              name === ref &&
              outcome !== "skipped" &&
              (platforms.length === 0 ? ["android"] : platforms).includes(platform),
          );
          const result = results.find((each) => each.checkId === `chk_${ref}` && each.platform === platform);
          const expected = counting.some(({ outcome }) => outcome === "failed") ? "failed" : "passed";
          expect(result?.outcome).toBe(counting.length === 0 ? undefined : expected);
        }
      }
      expect(plans).toHaveLength(cases.length);
    }),
    { numRuns: 500 },
  );
});

test("a test that only stands for its subtests is no result of its own, unless it has the ref itself", () => {
  const suites = ["example.com/shop"];
  const { cases, results } = planResults(
    APP,
    [
      one("TestCart/A-1_adds", "passed", { suites }),
      one("TestCart", "failed", { suites }),
      one("Test_A_2/with_a_coupon", "passed", { suites }),
      one("Test_A_2", "failed", { suites }),
      one("TestCart", "failed", { suites: ["example.com/elsewhere"] }),
      one("a cart", "failed", { suites }),
      one("a cart/adds", "passed", { suites }),
    ],
    ["web"],
  );
  expect(cases.map(({ fate, check }) => [fate, check?.ref ?? ""].join(" ").trim())).toEqual([
    "recorded A-1",
    "skipped",
    "recorded A-2",
    "recorded A-2",
    "unmatched",
    "unmatched",
    "unmatched",
  ]);
  expect(cases[1]!.why).toBe("it stands for its subtests, which have results of their own");
  expect(results.map(({ checkId, outcome }) => `${checkId} ${outcome}`)).toEqual(["chk_A-1 passed", "chk_A-2 failed"]);
});
