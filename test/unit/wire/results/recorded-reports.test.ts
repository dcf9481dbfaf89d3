// What real runners wrote (npm run record-reports): each of the three cases finds its check and means what it meant.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RUNNERS } from "../../../../scripts/runners/runners.ts";
import { planResults } from "../../../../src/domain/results/plan-results.ts";
import { openReportReader } from "../../../../src/wire/results/reports/report-readers.ts";

const FOLDER = join(import.meta.dirname, "../../../samples/recorded-reports");
const VERSIONS: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, "versions.json"), "utf8"));
const APP = {
  platforms: ["web"],
  sections: [{ id: "cart", ref: "CART", title: "The cart" }],
  checks: ["CART-1", "CART-2", "CART-3"].map((ref) => ({
    ...{ id: `chk_${ref}`, ref, title: `Title of ${ref}`, sectionId: "cart", notApplicable: [], inCycle: null },
  })),
};

test.each(Object.keys(VERSIONS))(
  "%s passes CART-1, fails CART-2, and records nothing for CART-3, as far as its report says so",
  (file) => {
    const reader = openReportReader(null);
    reader.feed(readFileSync(join(FOLDER, file)));
    reader.end();
    const { cases, results } = planResults(APP, reader.cases, []);
    const recorded = Object.fromEntries(results.map(({ checkId, outcome }) => [checkId, outcome]));
    expect(recorded).toMatchObject({ "chk_CART-1": "passed", "chk_CART-2": "failed" });
    // What a report does not say nobody can read.
    if (RUNNERS.some(({ report, blurs }) => report === file && blurs !== undefined)) return;
    expect(Object.keys(recorded)).toHaveLength(2);
    expect(cases.filter(({ fate }) => fate === "unmatched" || fate === "ambiguous")).toEqual([]);
  },
);

test("Surefire's cases mean what they were: parameters, nested classes, errors, what is disabled, and what was run again", () => {
  const read = (file: string) => {
    const reader = openReportReader(null);
    reader.feed(readFileSync(join(FOLDER, file)));
    reader.end();
    return Object.fromEntries(reader.cases.map(({ name, outcome }) => [name, outcome]));
  };
  expect(read("surefire-junit5.xml")).toEqual({
    CART_1_adds_an_item: "passed",
    "CART_1_adds_items{String}[1]": "passed",
    "CART_1_adds_items{String}[2]": "passed",
    CART_2_takes_a_coupon_twice: "failed",
    CART_2_takes_no_coupon: "failed",
    CART_3_rounds_taxes: "skipped",
    CART_1_takes_one: "passed",
    CART_2_takes_two: "failed",
  });
  expect(read("surefire-reruns.xml")).toEqual({
    CART_1_passes_the_second_time: "passed",
    CART_2_fails_every_time: "failed",
    CART_3_rounds_taxes: "skipped",
  });
});

test("every recorded report has a runner and a version, and docs/compatibility.md lists it", () => {
  expect(
    readdirSync(FOLDER)
      .filter((name) => name !== "versions.json")
      .sort(),
  ).toEqual(Object.keys(VERSIONS).sort());
  const document = readFileSync("docs/compatibility.md", "utf8");
  for (const [file, version] of Object.entries(VERSIONS)) {
    const runner = RUNNERS.find(({ report }) => report === file);
    expect(document).toContain(`| ${runner?.name} | ${version} |`);
  }
});
