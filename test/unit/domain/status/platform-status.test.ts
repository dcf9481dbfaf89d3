// The rules for the status of one check on one platform, one row per rule.
import { expect, test } from "vitest";
import { type PlatformFacts, platformStatus, type Status } from "../../../../src/domain/status/platform-status.ts";

const nothing: PlatformFacts = {
  notApplicable: false,
  openIssues: 0,
  fixedRevision: 0,
  resultRevision: 0,
  outcome: null,
};
const passedAt = (resultRevision: number) => ({ resultRevision, outcome: "passed" as const });
const failedAt = (resultRevision: number) => ({ resultRevision, outcome: "failed" as const });

const RULES: [sentence: string, facts: Partial<PlatformFacts>, status: Status][] = [
  ["marked N/A reads not_applicable", { notApplicable: true }, "not_applicable"],
  ["an open issue does not change N/A", { notApplicable: true, openIssues: 1 }, "not_applicable"],
  ["an unconfirmed fix does not change N/A", { notApplicable: true, fixedRevision: 4 }, "not_applicable"],
  ["a result does not change N/A", { notApplicable: true, ...passedAt(3) }, "not_applicable"],
  ["an open issue reads failed", { openIssues: 1 }, "failed"],
  ["several open issues read failed", { openIssues: 3 }, "failed"],
  ["a pass recorded while an issue is open does not clear it", { openIssues: 1, ...passedAt(9) }, "failed"],
  ["one issue fixed and another open reads failed", { openIssues: 1, fixedRevision: 9 }, "failed"],
  ["a fix with no result ever reads needs_retest", { fixedRevision: 1 }, "needs_retest"],
  ["a fix after a pass reads needs_retest", { fixedRevision: 5, ...passedAt(4) }, "needs_retest"],
  ["a fix after a fail reads needs_retest", { fixedRevision: 5, ...failedAt(4) }, "needs_retest"],
  ["a pass after the fix reads passed", { fixedRevision: 5, ...passedAt(6) }, "passed"],
  ["a fail after the fix reads failed", { fixedRevision: 5, ...failedAt(6) }, "failed"],
  ["no result and nothing else reads untested", {}, "untested"],
  ["a pass alone reads passed", passedAt(1), "passed"],
  ["a fail alone reads failed", failedAt(1), "failed"],
];

test.each(RULES)("%s", (_sentence, facts, status) => {
  expect(platformStatus({ ...nothing, ...facts })).toBe(status);
});

test("only a later pass, with nothing open, reads passed after a fix", () => {
  for (const openIssues of [0, 1]) {
    for (const resultRevision of [0, 4, 5, 6]) {
      for (const outcome of ["passed", "failed", null] as const) {
        const status = platformStatus({ ...nothing, openIssues, fixedRevision: 5, resultRevision, outcome });
        if (status === "passed") expect({ openIssues, outcome, later: resultRevision >= 5 }).toEqual(CONFIRMED);
      }
    }
  }
});
const CONFIRMED = { openIssues: 0, outcome: "passed", later: true };
