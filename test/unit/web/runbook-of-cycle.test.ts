// The runbook of a cycle as the page holds it: what of it is shown, and which unsaved changes show in it.
import { describe, expect, test } from "vitest";
import type { Change, Unsaved } from "../../../web/src/api/unsaved-change.ts";
import { scopeText } from "../../../web/src/components/display/scope-text.ts";
import { cellLabel } from "../../../web/src/pages/runbook/data/cell-text.ts";
import { cellOf, type Runbook } from "../../../web/src/pages/runbook/data/runbook.ts";
import { columnsOf, countsOf, runbookRowsOf } from "../../../web/src/pages/runbook/data/runbook-rows.ts";
import { overlayUnsaved } from "../../../web/src/pages/runbook/data/unsaved-overlay.ts";

const check = (id: string, section: string, statuses: Runbook["checks"][number]["statuses"]) => ({
  id,
  section,
  ref: id.toUpperCase(),
  title: `Check ${id}`,
  has_instructions: false,
  statuses,
  open_issues: statuses.map(() => 0),
});
const PLAIN: Runbook = {
  revision: 1,
  whole: true,
  app: { id: "app_1", name: "Shop", mode: "testing" },
  platforms: [
    { code: "web", label: "Web" },
    { code: "ios", label: "iOS" },
  ],
  sections: [
    { id: "sec_1", ref: "A", title: "Cart" },
    { id: "sec_2", ref: "B", title: "Checkout" },
  ],
  checks: [check("a", "sec_1", ["untested", null]), check("b", "sec_1", [null, "failed"])],
};
const CYCLE: Runbook = { ...PLAIN, cycle: { id: "cyc_1", testers: [] as unknown } as NonNullable<Runbook["cycle"]> };

const EVERYTHING = {
  filters: { q: "", statuses: [], platform: null, section: null, mine: false },
  isFiltered: false,
  own: null,
  collapsed: new Set<string>(),
  held: new Set<string>(),
  mayEdit: false,
  insertion: null,
};

describe("the runbook of a cycle", () => {
  const columns = columnsOf(CYCLE);

  test("shows sections and checks that are in it, on the platforms that are shown", () => {
    expect(runbookRowsOf(CYCLE, columns, EVERYTHING).map(({ key }) => key)).toEqual(["sec_1", "a", "b"]);
    expect(runbookRowsOf(CYCLE, columns.slice(1), EVERYTHING).map(({ key }) => key)).toEqual(["sec_1", "b"]);
    expect(runbookRowsOf(CYCLE, columns, { ...EVERYTHING, own: new Set(["sec_2"]) })).toEqual([]);
  });

  test("counts only what is in it", () => {
    const none = { passed: 0, failed: 0, needs_retest: 0, untested: 0, not_applicable: 0 };
    expect(countsOf(CYCLE.checks, columns)).toEqual({ ...none, untested: 1, failed: 1 });
  });

  test("a cell that is not in it says so, and is none to act on", () => {
    const [a] = CYCLE.checks;
    expect(cellLabel(a!, "iOS", 1)).toBe("Check a, iOS, not in this cycle");
    expect(cellOf(a!, 1)).toEqual([]);
    expect(cellOf(a!, 0)).toEqual([{ check: "a", platform: 0 }]);
  });
});

describe("what is not saved yet", () => {
  const cells = [
    { check: "a", platform: "web" },
    { check: "a", platform: "ios" },
  ];
  const passed = (cycle?: string): Change => ({ kind: "results", cells, outcome: "passed", ...(cycle && { cycle }) });
  const shownIn = (book: Runbook, ...changes: Change[]) => {
    const unsaved = changes.map((change) => ({ change, state: "waiting" }) as Unsaved);
    return overlayUnsaved(book, unsaved).checks.map(({ statuses }) => statuses);
  };

  test("shows in the cycle that it was recorded in; recorded in none it shows in every one", () => {
    expect(shownIn(CYCLE, passed("cyc_1"))[0]).toEqual(["passed", null]);
    expect(shownIn(CYCLE, passed())[0]).toEqual(["passed", null]);
    expect(shownIn(CYCLE, passed("cyc_2"))[0]).toEqual(["untested", null]);
    expect(shownIn(PLAIN, passed("cyc_1"))[0]).toEqual(["passed", null]);
  });

  test("is taken back only where it is known how things stood before", () => {
    const before = [{ check: "a", platform: "web", status: "needs_retest" as const, openIssues: 0 }];
    const back = (cycle?: string): Change => ({
      kind: "take-back",
      of: "1",
      results: null,
      before,
      ...(cycle && { cycle }),
    });
    expect(shownIn(CYCLE, back("cyc_1"))[0]).toEqual(["needs_retest", null]);
    expect(shownIn(CYCLE, back())[0]).toEqual(["untested", null]);
    expect(shownIn(PLAIN, back("cyc_1"))[0]).toEqual(["untested", null]);
    expect(shownIn(PLAIN, back())[0]).toEqual(["needs_retest", null]);
  });

  test("does not change which checks a cycle has", () => {
    const added: Change = { kind: "checks", section: "sec_1", checks: [{ key: "new-1", title: "New" }] };
    expect(shownIn(CYCLE, added, { kind: "archive", checks: ["a"] })).toHaveLength(2);
    expect(shownIn(PLAIN, added, { kind: "archive", checks: ["a"] })).toHaveLength(2);
    expect(shownIn(PLAIN, added)).toHaveLength(3);
  });
});

test("what a cycle is about is said in a line, with no more than a few names", () => {
  const known = [...PLAIN.platforms, { code: "tv", label: "TV" }];
  const section = (title: string) => ({ id: title, ref: title, title });
  const all = { platforms: null, sections: null, from: null };
  expect(scopeText(all, known)).toBeNull();
  expect(scopeText({ ...all, platforms: ["old", "tv", "web"] }, known)).toBe("Only Web, TV, and old");
  const sections = ["A", "B", "C", "D", "E"].map(section);
  expect(scopeText({ ...all, sections }, known)).toBe("Only A, B, C, and 2 more");
  const from = { id: "cyc_0", name: "Release 1.4" };
  expect(scopeText({ from, platforms: ["ios"], sections: sections.slice(0, 2) }, known)).toBe(
    "Only what was left of Release 1.4; only iOS; only A and B",
  );
});
