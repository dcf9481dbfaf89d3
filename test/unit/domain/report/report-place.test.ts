// Where a report's issue belongs: what matches the runbook, and what is passed over.
import { describe, expect, test } from "vitest";
import { placeReport } from "../../../../src/domain/report/report-place.ts";

const SECTIONS = [
  { id: "sec_1", ref: "PAY", title: "Pay" },
  { id: "sec_2", ref: "SIGN", title: "Sign in" },
  { id: "sec_3", ref: "A", title: "Twice" },
  { id: "sec_4", ref: "B", title: "Twice" },
];
const CHECKS = [
  { id: "chk_1", ref: "PAY-1", title: "Card", sectionId: "sec_1" },
  { id: "chk_2", ref: "SIGN-1", title: "Works", sectionId: "sec_2" },
  { id: "chk_3", ref: "PAY-2", title: "Works", sectionId: "sec_1" },
  { id: "chk_4", ref: "Card", title: "Another", sectionId: "sec_2" },
];
const place = (check: string | null, section: string | null = null, defaultSection: string | null = null) => {
  const placed = placeReport({ check, section, defaultSection }, CHECKS, SECTIONS);
  return [placed.check?.ref ?? null, placed.section?.ref ?? null, placed.isDefault, placed.similar];
};

describe("a report is placed", () => {
  test.each<[string, Parameters<typeof place>, ReturnType<typeof place>]>([
    ["on a check by its ref", ["PAY-1"], ["PAY-1", null, false, 0]],
    ["by a ref rather than by a title", ["Card"], ["Card", null, false, 0]],
    ["on a check by its exact title", ["Another"], ["Card", null, false, 0]],
    ["by a title that the section decides", ["Works", "Pay"], ["PAY-2", null, false, 0]],
    ["by a ref, whatever section is named beside it", ["PAY-1", "SIGN"], ["PAY-1", null, false, 0]],
    ["in a section by its ref", [null, "PAY"], [null, "PAY", false, 0]],
    ["in a section by its title", [null, "Sign in"], [null, "SIGN", false, 0]],
    ["in the section when the check is unknown", ["Nope", "PAY"], [null, "PAY", false, 0]],
    ["in the section when none of the checks of that title is in it", ["Works", "A"], [null, "A", false, 2]],
    ["in the default section when nothing matches", ["Nope", "Nope", "sec_2"], [null, "SIGN", true, 0]],
    ["in the default section when nothing is named", [null, null, "sec_2"], [null, "SIGN", true, 0]],
    ["nowhere when a title is of several checks", ["Works"], [null, null, false, 2]],
    ["nowhere when a title is of several sections", [null, "Twice"], [null, null, false, 0]],
    ["nowhere when the default section is gone", [null, null, "sec_9"], [null, null, false, 0]],
    ["nowhere by an id, or by a title in other letters", ["chk_1", "sign in"], [null, null, false, 0]],
  ])("%s", (_how, named, expected) => {
    expect(place(...named)).toEqual(expected);
  });
});
