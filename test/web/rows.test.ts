// The rows of a runbook under filters: which are shown, and how sections stand.
import { describe, expect, test } from "vitest";
import { NO_FILTERS } from "../../web/src/pages/runbook/filters.ts";
import { percentOf, rowsOf } from "../../web/src/pages/runbook/rows.ts";
import type { Runbook } from "../../web/src/pages/runbook/runbook-data.ts";

const check = (id: string, status: string) => ({
  id,
  section: "cart",
  ref: id,
  title: id,
  has_instructions: false,
  statuses: [status],
  open_issues: [0],
});
const RUNBOOK = {
  app: { id: "app" },
  platforms: [{ code: "web", label: "Web" }],
  sections: [{ id: "cart", ref: "CART", title: "Cart" }],
  checks: [check("A", "passed"), check("B", "failed"), check("C", "untested"), check("D", "untested")],
} as unknown as Runbook;
const COLUMNS = [{ code: "web", label: "Web", platform: 0 }];

describe("rows of a runbook", () => {
  test.each([
    ["no filter", NO_FILTERS, ["A", "B", "C", "D"]],
    ["a status", { ...NO_FILTERS, statuses: ["untested" as const] }, ["C", "D"]],
    ["words", { ...NO_FILTERS, q: "a" }, ["A"]],
  ])("a section is as done with %s as without: a filter only hides rows", (_what, filters, shown) => {
    const isFiltered = filters !== NO_FILTERS;
    const arrangement = { filters, isFiltered, collapsed: new Set<string>(), held: new Set<string>() };
    const [section, ...others] = rowsOf(RUNBOOK, COLUMNS, { ...arrangement, mayEdit: false, insertion: null });
    expect(others.map(({ key }) => key)).toEqual(shown);
    expect(section).toMatchObject({ kind: "section", shown: shown.length, all: 4 });
    expect(section?.kind === "section" && percentOf(section.counts)).toBe(50);
  });
});
