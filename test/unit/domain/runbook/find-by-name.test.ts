// Finding a check or a section by what people call it: id, else ref, else exact title.
import { describe, expect, test } from "vitest";
import { pickCheck, pickSection } from "../../../../src/domain/runbook/find-by-name.ts";
import { faultOf } from "../../../support/checks/fault-of.ts";

const SECTIONS = [
  { id: "sec_1", ref: "SIGN", title: "Sign in" },
  { id: "sec_2", ref: "PAY", title: "Pay" },
  { id: "sec_3", ref: "PAY-2", title: "Pay" },
  { id: "sec_4", ref: "Sign in", title: "SIGN" },
  { id: "sec_5", ref: "sec_1", title: "Odd" },
];

describe("a section", () => {
  const FOUND: [sentence: string, name: string, id: string][] = [
    ["is found by its id", "sec_2", "sec_2"],
    ["is found by its ref", "PAY", "sec_2"],
    ["is found by its exact title", "Odd", "sec_5"],
    ["of this id wins over one of this ref", "sec_1", "sec_1"],
    ["of this ref wins over one of this title", "Sign in", "sec_4"],
    ["of this ref wins over one of this title, the other way round", "SIGN", "sec_1"],
  ];
  test.each(FOUND)("%s", (_sentence, name, id) => expect(pickSection(SECTIONS, name).id).toBe(id));

  const REFUSED: [sentence: string, name: string, code: string][] = [
    ["that shares its title is ambiguous_section", "Pay", "ambiguous_section"],
    ["that nobody has is not_found", "Nope", "not_found"],
    ["is not found by a title in another case", "odd", "not_found"],
    ["is not found by a part of its title", "Od", "not_found"],
  ];
  test.each(REFUSED)("%s", (_sentence, name, code) =>
    expect(faultOf(() => pickSection(SECTIONS, name))?.code).toBe(code),
  );

  test.each<[sentence: string, name: string, section: string | null]>([
    ["that nobody has is not found", "Nope", null],
    ["that sits in another section is not found", "Password", "sec_2"],
    ["by id in another section is not found", "chk_2", "sec_2"],
    ["is not found by a title in another case", "password", null],
  ])("%s", (_sentence, name, section) => expect(pickCheck(CHECKS, name, section)).toBeUndefined());

  test("the refusal of an ambiguous title names the refs that would do", () => {
    expect(faultOf(() => pickSection(SECTIONS, "Pay"))!.message).toContain('"PAY", "PAY-2"');
  });
});

const CHECKS = [
  { id: "chk_1", ref: "S-1", title: "Password", sectionId: "sec_1" },
  { id: "chk_2", ref: "S-2", title: "Wallet", sectionId: "sec_1" },
  { id: "chk_3", ref: "P-1", title: "Wallet", sectionId: "sec_2" },
  { id: "chk_4", ref: "P-2", title: "S-1", sectionId: "sec_2" },
  { id: "chk_5", ref: "chk_1", title: "Twin", sectionId: "sec_2" },
  { id: "chk_6", ref: "P-3", title: "Twin", sectionId: "sec_2" },
];

describe("a check", () => {
  const FOUND: [sentence: string, name: string, section: string | null, id: string][] = [
    ["is found by its id", "chk_3", null, "chk_3"],
    ["is found by its ref", "P-1", null, "chk_3"],
    ["is found by its exact title", "Password", null, "chk_1"],
    ["of this id wins over one of this ref", "chk_1", null, "chk_1"],
    ["of this ref wins over one of this title", "S-1", null, "chk_1"],
    ["of a title in two sections is decided by the section", "Wallet", "sec_2", "chk_3"],
    ["of a title in two sections is decided by the other section", "Wallet", "sec_1", "chk_2"],
    ["is found by its ref within its section", "P-1", "sec_2", "chk_3"],
  ];
  test.each(FOUND)("%s", (_sentence, name, section, id) => expect(pickCheck(CHECKS, name, section)?.id).toBe(id));

  const REFUSED: [sentence: string, name: string, section: string | null, code: string][] = [
    ["of a title in two sections, without a section, is ambiguous_check", "Wallet", null, "ambiguous_check"],
    ["of a title that appears twice in one section is ambiguous_check", "Twin", "sec_2", "ambiguous_check"],
  ];
  test.each(REFUSED)("%s", (_sentence, name, section, code) => {
    expect(faultOf(() => pickCheck(CHECKS, name, section))?.code).toBe(code);
  });

  test("the refusal of an ambiguous title names the refs that would do", () => {
    expect(faultOf(() => pickCheck(CHECKS, "Wallet", null))!.message).toContain('"S-2", "P-1"');
  });
});
