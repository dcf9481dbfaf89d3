// Lists of platform codes are sets, and the empty list means every platform.
import { describe, expect, test } from "vitest";
import { expand, type Platform, requirePlatforms, sameSet } from "../../../../src/domain/apps/platforms.ts";
import { faultOf } from "../../../support/checks/fault-of.ts";

const APP: Platform[] = [
  { code: "ios", label: "iOS" },
  { code: "android", label: "Android" },
  { code: "web", label: "Web" },
];

describe("codes that the app has are accepted", () => {
  const ROWS: [sentence: string, codes: string[], accepted: string[]][] = [
    ["none", [], []],
    ["one", ["web"], ["web"]],
    ["several, in the order given", ["web", "ios"], ["web", "ios"]],
    ["repeated codes count once", ["ios", "web", "ios", "ios"], ["ios", "web"]],
  ];
  test.each(ROWS)("%s", (_sentence, codes, accepted) => expect(requirePlatforms(APP, codes)).toEqual(accepted));
});

describe("a code that the app does not have is refused and named", () => {
  const ROWS: [sentence: string, codes: string[], named: string][] = [
    ["alone", ["tv"], '"tv"'],
    ["beside known ones", ["ios", "tv"], '"tv"'],
    ["in another case", ["iOS"], '"iOS"'],
    ["with a space", ["ios "], '"ios "'],
    ["the empty code", [""], '""'],
    ["the mark that stands for every platform", ["*"], '"*"'],
    ["a name every object has", ["constructor"], '"constructor"'],
    ["a label instead of a code", ["Android"], '"Android"'],
  ];
  test.each(ROWS)("%s", (_sentence, codes, named) => {
    const fault = faultOf(() => requirePlatforms(APP, codes));
    expect(fault?.code).toBe("unknown_platform");
    expect(fault?.message).toContain(named);
    expect(fault?.message).toContain('"android"');
  });

  test("a thousand unknown codes make a message of bounded length", () => {
    const codes = Array.from({ length: 1_000 }, (_, i) => `${i}${"x".repeat(4_000)}`);
    expect(faultOf(() => requirePlatforms(APP, codes))!.message.length).toBeLessThan(2_000);
  });
});

test.each([
  ["the empty list stands for every platform", [], ["ios", "android", "web"]],
  ["any other list for itself", ["web"], ["web"]],
])("%s", (_sentence, codes, stands) => expect(expand(APP, codes)).toEqual(stands));

test.each([
  [["a", "b"], ["b", "a"], true],
  [[], [], true],
  [["a"], [], false],
  [["a"], ["b"], false],
  [["a"], ["a", "b"], false],
])("%j and %j are the same set: %s", (a, b, same) => expect(sameSet(a, b)).toBe(same));
