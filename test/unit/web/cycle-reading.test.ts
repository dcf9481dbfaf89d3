// How the interface reads a check in a cycle: the same rules as the server's.
import { describe, expect, test } from "vitest";
import { countsFor, cycleReading } from "../../../web/src/api/cycle-reading.ts";

const CYCLE = { id: "cyc_1", build: "1.5", started_at: "2026-05-01T10:00:00.000Z", closed_at: null };
const LATER = "2026-05-01T11:00:00.000Z";

describe("a result", () => {
  const result = (fields: object) => ({ recorded_at: LATER, build: null, ...fields });

  test("counts when it names the cycle, or names none and no other build", () => {
    expect(countsFor(CYCLE, result({}))).toBe(true);
    expect(countsFor(CYCLE, result({ build: "1.5" }))).toBe(true);
    expect(countsFor(CYCLE, result({ build: "1.4" }))).toBe(false);
    expect(countsFor({ ...CYCLE, build: null }, result({ build: "1.4" }))).toBe(true);
    expect(countsFor(CYCLE, result({ build: "1.4", cycle: { id: "cyc_1", name: "" } }))).toBe(true);
    expect(countsFor(CYCLE, result({ cycle: { id: "cyc_2", name: "" } }))).toBe(false);
  });

  test("counts only while the cycle is open", () => {
    const recorded_at = "2026-05-01T09:59:59.999Z";
    expect(countsFor(CYCLE, result({ recorded_at }))).toBe(false);
    const closed_at = "2026-05-01T10:30:00.000Z";
    expect(countsFor({ ...CYCLE, closed_at }, result({}))).toBe(false);
    expect(countsFor({ ...CYCLE, closed_at }, result({ recorded_at: closed_at }))).toBe(true);
  });
});

describe("a check in a cycle", () => {
  test("reads as its N/A mark, its open issues, its need for a retest and its last counted result say, in this order", () => {
    expect(cycleReading({ status: "not_applicable", open_issues: 0 }, { outcome: "passed" })).toBe("not_applicable");
    expect(cycleReading({ status: "failed", open_issues: 1 }, { outcome: "passed" })).toBe("failed");
    expect(cycleReading({ status: "needs_retest", open_issues: 0 }, { outcome: "passed" })).toBe("needs_retest");
    expect(cycleReading({ status: "passed", open_issues: 0 }, undefined)).toBe("untested");
    expect(cycleReading({ status: "passed", open_issues: 0 }, { outcome: "failed" })).toBe("failed");
  });
});
