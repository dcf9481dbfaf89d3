// What is in the scope of a cycle, and which results count for it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OpenCycle } from "../../../../src/domain/apps/app-config.ts";
import { countsFor } from "../../../../src/domain/cycles/counting-results.ts";
import { isInScope } from "../../../../src/domain/cycles/cycle.ts";

const all: OpenCycle = {
  id: "cyc_1",
  name: "1.5",
  build: null,
  startRevision: 10,
  platforms: null,
  sections: null,
  isList: false,
};
const result = { revision: 11, build: null, cycleId: null };

describe("a result counts", () => {
  const CASES: [sentence: string, cycle: Partial<OpenCycle>, result: Partial<typeof RESULT>, counts: boolean][] = [
    ["from after the start", {}, {}, true],
    ["not from the start itself", {}, { revision: 10 }, false],
    ["not from before", {}, { revision: 9, cycleId: "cyc_1" }, false],
    ["if it names the cycle, whatever its build", { build: "1.5" }, { cycleId: "cyc_1", build: "1.4" }, true],
    ["not if it names another cycle", {}, { cycleId: "cyc_2" }, false],
    [
      "not if it names another cycle, though the builds are the same",
      { build: "1" },
      { cycleId: "cyc_2", build: "1" },
      false,
    ],
    ["of the cycle's build", { build: "1.5" }, { build: "1.5" }, true],
    ["not of another build", { build: "1.5" }, { build: "1.4" }, false],
    ["without a build", { build: "1.5" }, {}, true],
    ["of any build for a cycle without one", {}, { build: "1.4" }, true],
  ];
  test.each(CASES)("%s", (_sentence, cycle, fields, counts) => {
    expect(countsFor({ ...all, ...cycle }, { ...result, ...fields })).toBe(counts);
  });

  test("for at most the cycle that it names", () => {
    const builds = fc.constantFrom(null, "1.4", "1.5");
    fc.assert(
      fc.property(builds, builds, fc.nat(20), (build, own, revision) => {
        const named = { revision, build, cycleId: "cyc_1" };
        const isLate = revision > all.startRevision;
        expect(countsFor({ ...all, build: own }, named)).toBe(isLate);
        expect(countsFor({ ...all, id: "cyc_2", build: own }, named)).toBe(false);
      }),
    );
  });
});
const RESULT: { revision: number; build: string | null; cycleId: string | null } = result;

describe("scope", () => {
  test("everything without limits", () => {
    expect(isInScope(all, "sec_1", "ios")).toBe(true);
  });
  test("only the named platforms and sections, where both are named", () => {
    const some = { ...all, platforms: ["ios"], sections: ["sec_1"] };
    expect(isInScope(some, "sec_1", "ios")).toBe(true);
    expect(isInScope(some, "sec_1", "android")).toBe(false);
    expect(isInScope(some, "sec_2", "ios")).toBe(false);
  });
});
