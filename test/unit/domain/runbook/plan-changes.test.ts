// What of an import's plan is written.
import { expect, test } from "vitest";
import type { KnownApp } from "../../../../src/domain/runbook/existing-app.ts";
import { changesOfPlan } from "../../../../src/domain/runbook/plan-changes.ts";
import { planRunbook } from "../../../../src/domain/runbook/plan-import.ts";
import type { RunbookFile } from "../../../../src/domain/runbook/runbook-file.ts";

const at = { line: 1, column: 1 };
const section = { id: "sec_1", ref: "S", title: "All", position: 0 };
const known: KnownApp = {
  name: "Shop",
  mode: "live",
  prefix: "SHO",
  platforms: [{ code: "web", label: "Web", used: 0 }],
  repositories: [],
  sections: [section],
  checks: ["A", "B", "C"].map((ref, i) => ({
    id: `chk_${ref}`,
    ref,
    title: ref,
    position: i * 10,
    sectionId: section.id,
    instructions: null,
    notApplicable: [],
  })),
};

/** What is written when the file has these checks: the refs of those that are written whole, and the words of others. */
function written(checks: { ref: string; title?: string; notApplicable?: string[] }[]) {
  const file: RunbookFile = {
    name: null,
    platforms: null,
    sections: [{ at, ref: "S", title: "All", checks: checks.map((check) => ({ at, title: check.ref, ...check })) }],
  };
  const { plan, words } = changesOfPlan(planRunbook(known, file, null));
  return { whole: plan.sections.flatMap((one) => one.checks.map(({ ref }) => ref)), words };
}

test("nothing of checks that stay as they are", () => {
  expect(written([{ ref: "A" }, { ref: "B" }, { ref: "C" }])).toEqual({ whole: [], words: [] });
});

test("only the words where nothing else changes", () => {
  const words = [{ id: "chk_B", title: "Better", instructions: null }];
  expect(written([{ ref: "A" }, { ref: "B", title: "Better" }])).toEqual({ whole: [], words });
});

test("whole checks that are made, moved or marked otherwise, whatever their words", () => {
  const { whole, words } = written([
    { ref: "B" },
    { ref: "A", title: "Behind B now" },
    { ref: "C", title: "Not here", notApplicable: ["web"] },
    { ref: "D" },
  ]);
  expect(words).toEqual([]);
  expect(whole).toEqual(["A", "C", "D"]);
});
