// Reports in the ways that runners write them: each is read as it is meant, and its cases find their checks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planResults } from "../../../../src/domain/results/plan-results.ts";
import { openReportReader } from "../../../../src/wire/results/reports/report-readers.ts";

interface Expected {
  name: string;
  outcome: string;
  ref?: string;
  suite?: string;
  parent?: boolean;
}

const FOLDER = join(import.meta.dirname, "../../../samples/runner-reports");
const EXPECTED: Record<string, Expected[]> = JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8"));
const REFS = ["CART-1", "CART-2", "CART-3", "CART-9", "CART-11"];
const APP = {
  platforms: ["web"],
  sections: [{ id: "cart", ref: "CART", title: "The cart" }],
  checks: REFS.map((ref) => ({
    id: `chk_${ref}`,
    ref,
    title: `Title of ${ref}`,
    sectionId: "cart",
    notApplicable: [],
    inCycle: null,
  })),
};

test.each(Object.entries(EXPECTED))("%s is read as it is meant", (file, expected) => {
  const reader = openReportReader(null);
  reader.feed(readFileSync(join(FOLDER, file)));
  reader.end();
  expect(reader.cases.map(({ name, outcome }) => ({ name, outcome }))).toEqual(
    expected.map(({ name, outcome }) => ({ name, outcome })),
  );
  for (const [i, { suite }] of expected.entries()) {
    if (suite !== undefined) expect(reader.cases[i]!.suites).toEqual(expect.arrayContaining(suite.split(" > ")));
  }
  const { cases } = planResults(APP, reader.cases, []);
  expect(cases.map(({ check }) => check?.ref)).toEqual(expected.map(({ ref }) => ref));
  expect(cases.map(({ fate }) => fate)).toEqual(
    expected.map(({ outcome, ref, parent }) => {
      if (outcome === "skipped" || parent === true) return "skipped";
      return ref === undefined ? "unmatched" : "recorded";
    }),
  );
});
