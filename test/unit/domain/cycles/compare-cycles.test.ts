// What became of one cycle's findings in another: every pair of statuses has its list, or none.
import { expect, test } from "vitest";
import { compareCycles, DIFFERENCES } from "../../../../src/domain/cycles/compare-cycles.ts";
import { STATUSES, type Status } from "../../../../src/domain/status/platform-status.ts";

const readings = (statuses: Record<string, Status | null>) =>
  new Map(
    Object.entries(statuses).flatMap(([checkId, status]) => {
      const names = { ref: checkId, title: checkId, sectionId: "sec", sectionTitle: "Section" };
      return status === null ? [] : [[`${checkId} ios`, { checkId, platform: "ios", status, ...names }] as const];
    }),
  );
const listOf = (before: Status | null, now: Status | null) => {
  const lists = compareCycles(readings({ a: before }), readings({ a: now }));
  return DIFFERENCES.filter((kind) => lists[kind].length > 0);
};

test("failed now is newly failed, unless it failed before, too", () => {
  for (const before of [null, ...STATUSES]) {
    expect(listOf(before, "failed")).toEqual([before === "failed" ? "still_failing" : "newly_failed"]);
  }
});

test("passed now is newly passed, unless it passed before, too", () => {
  for (const before of [null, ...STATUSES]) {
    expect(listOf(before, "passed")).toEqual(before === "passed" ? [] : ["newly_passed"]);
  }
});

test("what was tested before and is not now is no longer tested, and what was in neither is in no list", () => {
  for (const now of [null, "untested", "needs_retest", "not_applicable"] as const) {
    for (const before of [null, ...STATUSES]) {
      const wasTested = before === "passed" || before === "failed";
      expect(listOf(before, now)).toEqual(wasTested ? ["no_longer_tested"] : []);
    }
  }
});

test("lists are in the order of the cycle that is looked at; what is in the other alone comes last", () => {
  const before = readings({ gone: "passed", b: "passed", a: "passed" });
  const now = readings({ a: "untested", b: "untested" });
  const { no_longer_tested: lost } = compareCycles(before, now);
  expect(lost.map(({ checkId }) => checkId)).toEqual(["a", "b", "gone"]);
  expect(lost[2]).toMatchObject({ before: "passed", now: null });
});
