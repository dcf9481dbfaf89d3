// The rules for the status of a platform-check in a cycle, one row per rule, and what always holds beside the plain reading.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cycleStatus } from "../../../../src/domain/cycles/cycle-status.ts";
import {
  OUTCOMES,
  type Outcome,
  type PlatformFacts,
  platformStatus,
  type Status,
} from "../../../../src/domain/status/platform-status.ts";

const nothing: PlatformFacts = {
  notApplicable: false,
  openIssues: 0,
  fixedRevision: 0,
  resultRevision: 0,
  outcome: null,
};
const passedAt = (resultRevision: number) => ({ resultRevision, outcome: "passed" as const });

const RULES: [sentence: string, facts: Partial<PlatformFacts>, counted: Outcome | null, status: Status][] = [
  ["marked N/A reads not_applicable", { notApplicable: true }, "passed", "not_applicable"],
  ["an open issue does not change N/A", { notApplicable: true, openIssues: 1 }, null, "not_applicable"],
  ["an open issue reads failed without any result", { openIssues: 1 }, null, "failed"],
  ["a pass of the cycle does not clear an open issue", { openIssues: 1, ...passedAt(9) }, "passed", "failed"],
  ["a fix that nobody tested reads needs_retest", { fixedRevision: 5 }, null, "needs_retest"],
  [
    "a fix after a pass of the cycle reads needs_retest",
    { fixedRevision: 5, ...passedAt(4) },
    "passed",
    "needs_retest",
  ],
  ["a fix retested outside the cycle reads untested in it", { fixedRevision: 5, ...passedAt(6) }, null, "untested"],
  ["a fix retested in the cycle reads its outcome", { fixedRevision: 5, ...passedAt(6) }, "passed", "passed"],
  ["a pass from before the cycle reads untested", passedAt(3), null, "untested"],
  ["a fail of the cycle reads failed, whatever came outside", passedAt(9), "failed", "failed"],
  ["nothing at all reads untested", {}, null, "untested"],
];

test.each(RULES)("%s", (_sentence, facts, counted, status) => {
  expect(cycleStatus({ ...nothing, ...facts }, counted)).toBe(status);
});

const facts: fc.Arbitrary<PlatformFacts> = fc
  .record({
    notApplicable: fc.boolean(),
    openIssues: fc.nat(2),
    fixedRevision: fc.nat(6),
    resultRevision: fc.nat(6),
    outcome: fc.constantFrom(...OUTCOMES),
  })
  .map((one) => (one.resultRevision === 0 ? { ...one, outcome: null } : one));
const counted = fc.constantFrom(null, ...OUTCOMES);

describe("whatever the facts", () => {
  test("N/A and needs_retest are the same in both readings, and an open issue fails both", () => {
    fc.assert(
      fc.property(facts, counted, (one, outcome) => {
        const [plain, own] = [platformStatus(one), cycleStatus(one, outcome)];
        for (const shared of ["not_applicable", "needs_retest"]) expect(own === shared).toBe(plain === shared);
        if (one.openIssues > 0) expect(own).toBe(plain);
      }),
    );
  });

  test("the last result of all, counted, gives the plain reading", () => {
    fc.assert(fc.property(facts, (one) => cycleStatus(one, one.outcome) === platformStatus(one)));
  });

  test("only a result that counts passes", () => {
    fc.assert(
      fc.property(facts, counted, (one, outcome) => cycleStatus(one, outcome) !== "passed" || outcome === "passed"),
    );
  });

  test("a fix never passes by itself", () => {
    fc.assert(
      fc.property(facts, counted, (one, outcome) => {
        const fixed = { ...one, openIssues: 0, fixedRevision: one.resultRevision + 1 };
        return ["needs_retest", "not_applicable"].includes(cycleStatus(fixed, outcome));
      }),
    );
  });
});
