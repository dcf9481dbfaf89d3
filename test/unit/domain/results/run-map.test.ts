// A mapping that is sent with a run: how it is read, which rule decides, and the form that brings it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planResults, UnknownPlatform } from "../../../../src/domain/results/plan-results.ts";
import type { TestCase } from "../../../../src/domain/results/test-case.ts";
import { fitsWildcard } from "../../../../src/lib/text/wildcard.ts";
import { readRunMap } from "../../../../src/wire/results/read-run-map.ts";
import { FormReader } from "../../../../src/wire/results/reports/reading/form-reader.ts";
import { WrongRun } from "../../../../src/wire/results/reports/reading/report-reader.ts";

const check = (ref: string, title: string) => ({
  ...{ id: `chk_${ref}`, ref, title, sectionId: "sec_1", notApplicable: [], inCycle: null },
});
const APP = {
  platforms: ["web", "ios"],
  sections: [{ id: "sec_1", ref: "CART", title: "Cart" }],
  checks: [check("CART-1", "Add"), check("CART-2", "Remove")],
};
const one = (name: string, fields: Partial<TestCase> = {}): TestCase => ({
  ...{ name, suites: [], outcome: "passed", checks: [], tags: [], platforms: [], projects: [], message: null, line: 1 },
  ...fields,
});
const mapOf = (text: string) => readRunMap(Buffer.from(text));
const planned = (text: string, ...cases: TestCase[]) =>
  planResults(APP, cases, [], mapOf(text)).cases.map(({ check, by, platforms, why }) => [
    ...[check?.ref ?? null, by, platforms.join(), why],
  ]);

describe("which rule decides", () => {
  test.each<[string, string[]]>([
    ["adds", []],
    ["Cart > adds", ["Cart"]],
    ["Shop > Cart > adds", ["Shop", "Cart"]],
    ["Shop > adds", ["Shop", "Cart"]],
    ["*ad?s", ["Cart"]],
    ["Cart > *", ["Shop", "Cart"]],
  ])("%j fits a case in %j", (pattern, suites) => {
    expect(planned(`checks: {"${pattern}": CART-2}`, one("adds", { suites }))[0]).toEqual([
      "CART-2",
      "map",
      "web,ios",
      null,
    ]);
  });

  test("a property counts before the mapping, the mapping before a ref in the name, and the first rule before others", () => {
    const text = 'checks:\n  "CART-1 *": CART-2\n  "*": Add\n';
    expect(
      planned(text, one("CART-1 x"), one("x"), one("x", { checks: ["CART-2"] })).map(([ref, by]) => [ref, by]),
    ).toEqual([
      ["CART-2", "map"],
      ["CART-1", "map"],
      ["CART-2", "property"],
    ]);
  });

  test("a check that the app lacks leaves its cases unmatched, with the line of the mapping", () => {
    expect(planned("# old\nchecks:\n  x: CART-9\n", one("x"))[0]).toEqual([
      ...[null, null, "", 'map, line 3: no check has the id, ref or title "CART-9"'],
    ]);
  });

  test("projects and suites stand for platforms, unless the report itself names some", () => {
    const text = 'platforms:\n  "Mobile *": ios\n  chromium: [web]\n  both: "web, ios"\n';
    const cases = [
      one("CART-1", { projects: ["Mobile Safari"] }),
      one("CART-1", { suites: ["chromium", "cart.spec.ts"] }),
      one("CART-1", { projects: ["both"], platforms: ["web"] }),
      one("CART-1", { projects: ["firefox"] }),
    ];
    expect(planned(text, ...cases).map(([, , platforms]) => platforms)).toEqual(["ios", "web", "web", "web,ios"]);
    expect(() => planned("platforms: {a: tv}", one("CART-1", { projects: ["a"] }))).toThrow(
      new UnknownPlatform('map, line 1: unknown "tv"; this app has "web", "ios".'),
    );
  });

  test("a wildcard fits what an expression of the same meaning fits", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", "*", "?") }),
        fc.string({ unit: fc.constantFrom("a", "b") }),
        (pattern, text) => {
          const written = `^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`;
          expect(fitsWildcard(pattern, text)).toBe(new RegExp(written).test(text));
        },
      ),
    );
  });
});

test.each<[string, string]>([
  ["checks: [a]", "map, line 1, column 9: expected patterns"],
  ["check:\n  a: b", 'map, line 1, column 1: unknown "check"'],
  ["checks:\n  a: b\n  a: c", "map, line 3"],
  ["checks:\n  a: [b]", "map, line 2, column 6: expected the id, ref or title of a check"],
  ["platforms:\n  a: ", "map, line 2"],
  ["platforms:\n  a: [[web]]", "map, line 2"],
  ["- a", "map, line 1, column 1: expected the names checks, platforms and statuses"],
  ["checks: {a: !!js b}", "tags (!…) are not accepted"],
  [`checks: ${"[".repeat(50)}`, "levels deep"],
  [`checks:\n  ${"x".repeat(301)}: a`, "at most 300 characters"],
  [`checks:\n${Array.from({ length: 1_001 }, (_, i) => `  p${i}: a`).join("\n")}`, "more than 1000 patterns"],
  ["x".repeat(131_073), "more than 131072 bytes"],
])("a mapping that is wrong is refused with its line: %#", (text, words) => {
  expect(() => mapOf(text)).toThrow(WrongRun);
  expect(() => mapOf(text)).toThrow(words);
});

test("a mapping in another encoding is refused, and an empty one says nothing", () => {
  expect(() => readRunMap(Buffer.from([0xff, 0xfe, 0x41]))).toThrow("map: it is not UTF-8 text.");
  expect([mapOf(""), mapOf("checks:\nplatforms:\n")]).toEqual(
    Array(2).fill({ checks: [], platforms: [], statuses: [] }),
  );
});

describe("a form", () => {
  const readAll = (bytes: Buffer, size: number) => {
    const heard: Buffer[] = [];
    const form = new FormReader({ cases: [], feed: (piece) => void heard.push(Buffer.from(piece)), end: () => {} });
    for (let at = 0; at < bytes.length; at += size) form.feed(bytes.subarray(at, at + size));
    form.end();
    return [Buffer.concat(heard).toString(), form.map === null ? null : Buffer.from(form.map).toString()];
  };
  const part = (name: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n${text}\r\n`;
  const form = (...parts: string[]) => Buffer.from(`${parts.join("")}--b--\r\n`);

  test("is read in pieces of any size, in any order of its fields, whatever they hold", () => {
    const text = fc.string({ unit: fc.constantFrom("\r", "\n", "-", "b", "--b", "\r\n--", "x") });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 40 }), fc.boolean(), (report, map, size, isFirst) => {
        fc.pre(![report, map].some((one) => `\n${one}\r\n`.includes("\n--b")));
        const parts = [part("map", map), part("report", report)];
        expect(readAll(form(...(isFirst ? parts : parts.reverse())), size)).toEqual([report, map]);
      }),
    );
  });

  test.each(["<testsuite/>", "", "-", "--", "--- a", `--b\r\nOther: x`, "1..1\nok 1"])(
    "%j is a report and no form",
    (text) => {
      for (const size of [1, 1_000]) expect(readAll(Buffer.from(text), size)).toEqual([text, null]);
    },
  );

  test.each<[string, Buffer, string]>([
    ["breaks off", form(part("report", "x")).subarray(0, 60), "breaks off"],
    ["has no report", form(part("map", "x")), 'no field "report"'],
    ["has another field", form(part("file", "x")), 'no "file"'],
    ["has two reports", form(part("report", "x"), part("report", "y")), "twice"],
    ["has endless headers", Buffer.from(`--b\r\nContent-X: ${"y".repeat(9_000)}`), "too many headers"],
    ["has a large mapping", form(part("map", "x".repeat(200_000))), "more than 131072 bytes"],
  ])("that %s is refused", (_, bytes, words) => {
    for (const size of [7, 100_000]) expect(() => readAll(bytes, size)).toThrow(words);
  });
});
