// Reports that real runners have written, held against a runbook.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planResults } from "../../../../src/domain/results/plan-results.ts";
import { CtrfReader } from "../../../../src/wire/results/reports/ctrf/read-ctrf.ts";
import { JunitReader } from "../../../../src/wire/results/reports/junit/read-junit.ts";

const FOLDER = join(import.meta.dirname, "../../../samples/reports");
const REPORTS = readdirSync(FOLDER).filter((name) => !name.endsWith(".md"));

const check = (ref: string, title: string, sectionId: string) => ({
  id: `chk_${ref}`,
  ref,
  title,
  sectionId,
  notApplicable: [],
  inCycle: null,
});
const APP = {
  platforms: ["web"],
  sections: [
    { id: "sign", ref: "SIGN", title: "Sign in" },
    { id: "pay", ref: "PAY", title: "Pay" },
  ],
  checks: [
    check("SIGN-1", "Password", "sign"),
    check("SIGN-2", "Wallet", "sign"),
    check("PAY-1", "Card", "pay"),
    check("PAY-2", "Wallet", "pay"),
  ],
};

test("there are reports of our own runner and of others", () => expect(REPORTS.length).toBeGreaterThanOrEqual(7));

test.each(REPORTS)("%s means what its tests say", (name) => {
  const reader = name.endsWith(".xml") ? new JunitReader() : new CtrfReader();
  reader.feed(readFileSync(join(FOLDER, name)));
  reader.end();
  const { cases, results } = planResults(APP, reader.cases, []);
  const told = cases.map(({ fate, check: found, candidates }) =>
    [fate, found?.ref ?? candidates.map(({ ref }) => ref).join("+")].join(" ").trim(),
  );
  // This one leaves out what is skipped.
  const skipped = name.startsWith("mocha") ? [] : ["skipped PAY-1"];
  expect(told).toEqual([
    "recorded SIGN-1",
    "recorded SIGN-1",
    "recorded SIGN-2",
    "recorded PAY-1",
    ...skipped,
    "unmatched",
    "ambiguous SIGN-1+PAY-1",
  ]);
  expect(results.map(({ checkId, outcome }) => `${checkId} ${outcome}`)).toEqual([
    "chk_SIGN-1 passed",
    "chk_SIGN-2 passed",
    "chk_PAY-1 failed",
  ]);
  expect(results[2]!.note).toMatch(/Card: .*(declined|toBe)/s);
  expect(results[2]!.note).not.toContain("\u001b");
});
