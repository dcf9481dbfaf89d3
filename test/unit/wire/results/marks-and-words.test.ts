// What reports say of a case beside its name: tags of suites, words for outcomes, failures that belong to no case. None of it may turn a failure into a pass,
// or a case into another.
import { expect, test } from "vitest";
import { planResults } from "../../../../src/domain/results/plan-results.ts";
import { openReportReader } from "../../../../src/wire/results/reports/report-readers.ts";

const check = (ref: string, title: string) => ({
  ...{ id: `chk_${ref}`, ref, title, sectionId: "cart", notApplicable: [], inCycle: null },
});
const APP = {
  platforms: ["web"],
  sections: [{ id: "cart", ref: "CART", title: "The cart" }],
  checks: [
    ...[check("CART-1", "Adds an item"), check("CART-2", "Takes a coupon twice"), check("CART-3", "Rounds taxes")],
    ...[check("PAY-1", "Pays by card"), check("456", "Opens")],
  ],
};

/** `outcome ref`, for each case; an ambiguous one has the refs of all that it could mean. */
function told(report: string): string[] {
  const reader = openReportReader(null);
  reader.feed(Buffer.from(report));
  reader.end();
  return planResults(APP, reader.cases, []).cases.map(({ case: { outcome }, check: found, candidates, fate }) =>
    fate === "ambiguous"
      ? `ambiguous ${candidates.map(({ ref }) => ref).join(" ")}`
      : `${outcome} ${found?.ref ?? null}`,
  );
}

const nunit = (...categories: string[]) =>
  `<test-run><test-suite type="TestFixture" name="CartTests" classname="Shop.CartTests"><properties>
  ${categories.map((one) => `<property name="Category" value="${one}"/>`).join("")}</properties>
  <test-case name="CART_1_Adds" methodname="CART_1_Adds" result="Passed"/><test-case name="CART_2_Coupon" methodname="CART_2_Coupon" result="Failed"/>
  <test-case name="Opens" methodname="Opens" result="Passed"/></test-suite></test-run>`;
const junit = (tags: string) =>
  `<testsuite name="Cart"><properties><property name="tags" value="${tags}"/></properties><testcase name="CART_1_Adds"/>
  <testcase name="CART_2_Coupon"><failure/></testcase><testcase name="Shows"/></testsuite>`;

test("a tag of a suite says less than the ref in the name of a case, and means those without one", () => {
  expect(told(nunit("PAY-1", "Slow"))).toEqual(["passed CART-1", "failed CART-2", "passed 456"]);
  expect(told(junit("PAY-1"))).toEqual(["passed CART-1", "failed CART-2", "passed PAY-1"]);
});

test("of several tags of one suite that mean several checks, none decides alone", () => {
  const several = nunit("PAY-1", "CART-3").replaceAll("Opens", "Shows");
  expect(told(several)).toEqual(["passed CART-1", "failed CART-2", "ambiguous PAY-1 CART-3"]);
});
