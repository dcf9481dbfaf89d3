// The release gate: what passes, what fails and why; and what a badge says of the same figures.
import { describe, expect, test } from "vitest";
import { badgeText } from "../../../../src/domain/status/badge-text.ts";
import { decideGate, type GateFigures, STRICT, type Thresholds } from "../../../../src/domain/status/release-gate.ts";
import { emptyTally } from "../../../../src/domain/status/summary.ts";

const figures = (some: Partial<GateFigures>): GateFigures => ({ ...emptyTally(), openIssues: 0, ...some });
const decided = (some: Partial<GateFigures>, thresholds: Partial<Thresholds> = {}) => {
  const { result, reasons } = decideGate(figures(some), { ...STRICT, ...thresholds });
  return [result, ...reasons.map(({ rule, message }) => `${rule}: ${message}`)];
};

describe("the gate", () => {
  test.each<[string, Partial<GateFigures>, Partial<Thresholds>, string[]]>([
    ["passes when all is tested and nothing is wrong", { passed: 4, notApplicable: 2 }, {}, ["pass"]],
    [
      "fails when something is untested",
      { passed: 3, untested: 1 },
      {},
      ["fail", "percent: 75 % is tested (1 untested); 100 % is needed."],
    ],
    [
      "counts what needs a retest as not tested",
      { passed: 3, needsRetest: 1 },
      {},
      ["fail", "percent: 75 % is tested (1 needs a retest); 100 % is needed."],
    ],
    ["passes at exactly the share that is needed", { passed: 3, untested: 1 }, { percent: 75 }, ["pass"]],
    [
      "never rounds up: 199 of 200 are not 100 %",
      { passed: 199, untested: 1 },
      {},
      ["fail", "percent: 99 % is tested (1 untested); 100 % is needed."],
    ],
    [
      "fails with one that failed",
      { passed: 3, failed: 1 },
      {},
      ["fail", "max_failed: 1 platform-check failed; none may fail."],
    ],
    ["allows as many failed as it is told", { passed: 3, failed: 2 }, { maxFailed: 2 }, ["pass"]],
    [
      "and not one more",
      { passed: 3, failed: 3 },
      { maxFailed: 2 },
      ["fail", "max_failed: 3 platform-checks failed; at most 2 may fail."],
    ],
    [
      "fails with an open issue",
      { passed: 1, openIssues: 1 },
      {},
      ["fail", "max_open: 1 issue is open; none may be open."],
    ],
    ["allows as many open issues as it is told", { passed: 1, openIssues: 5 }, { maxOpen: 5 }, ["pass"]],
    [
      "fails when nothing can be tested",
      { notApplicable: 3 },
      {},
      ["fail", "percent: Nothing can be tested; 100 % is needed."],
    ],
    ["passes an empty app that needs nothing", {}, { percent: 0 }, ["pass"]],
    [
      "names every reason",
      { failed: 1, untested: 1, needsRetest: 2, openIssues: 7 },
      { maxOpen: 1 },
      [
        "fail",
        "percent: 25 % is tested (1 untested, 2 need a retest); 100 % is needed.",
        "max_failed: 1 platform-check failed; none may fail.",
        "max_open: 7 issues are open; at most 1 may be open.",
      ],
    ],
  ])("%s", (_name, some, thresholds, expected) => {
    expect(decided(some, thresholds)).toEqual(expected);
  });
});

describe("the badge", () => {
  test.each<[Partial<GateFigures>, string, string]>([
    [{ passed: 3 }, "passed", "good"],
    [{ passed: 3, failed: 2, openIssues: 1, needsRetest: 4, untested: 5 }, "2 failed", "bad"],
    [{ passed: 3, openIssues: 1, untested: 1 }, "1 open issue", "bad"],
    [{ passed: 3, openIssues: 2 }, "2 open issues", "bad"],
    [{ passed: 3, needsRetest: 4, untested: 1 }, "4 to retest", "open"],
    [{ passed: 3, untested: 1 }, "75 % tested", "open"],
    [{ untested: 1 }, "0 % tested", "open"],
    [{ notApplicable: 1 }, "no checks", "none"],
    [{}, "no checks", "none"],
  ])("of %j says %s", (some, text, tone) => {
    expect(badgeText(figures(some))).toEqual({ text, tone });
  });
});
