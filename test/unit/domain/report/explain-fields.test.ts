// A preview says where each field came from, and why one has no value.

import { describe, expect, test } from "vitest";
import type { Mapping } from "../../../../src/domain/mapping/mapping.ts";
import { compileReader } from "../../../../src/domain/report/compiled-reader.ts";
import type { FieldReading } from "../../../../src/domain/report/field-reading.ts";
import type { PresetName } from "../../../../src/domain/report/preset.ts";
import { toReport } from "../../../../src/domain/report/report.ts";
import type { ReportTarget } from "../../../../src/domain/report/report-defaults.ts";
import { PRESET_REGISTRY } from "../../../../src/integrations/preset-registry.ts";

type Json = Record<string, unknown>;

const APP: ReportTarget = {
  platforms: [
    { code: "ios", label: "iOS" },
    { code: "web", label: "Web" },
  ],
  defaultPlatforms: ["web"],
  defaultPriority: "low",
};
const BARE: ReportTarget = { ...APP, defaultPlatforms: [], defaultPriority: null };

function field(name: FieldReading["field"], payload: Json, mapping: Mapping = {}, app = APP): FieldReading {
  return toReport(compileReader(PRESET_REGISTRY.custom, mapping), payload, app).fields.find(
    ({ field }) => field === name,
  )!;
}

test("every field is told, in a fixed order", () => {
  const { fields } = toReport(compileReader(PRESET_REGISTRY.native, null), {}, APP);
  expect(fields.map(({ field }) => field)).toEqual([
    ...["title", "description", "url", "link", "external_id", "priority", "platforms", "reporter", "source"],
    "recovered",
  ]);
});

describe("where a value came from", () => {
  test("the mapping, with the alternative that had it", () => {
    expect(field("title", { b: { c: "x" } }, { title: "a | b.c" })).toEqual({
      field: "title",
      value: "x",
      from: "mapping",
      expression: "a | b.c",
      alternative: "b.c",
      why: null,
    });
  });

  test.each<[template: string, payload: Json, value: string, alternative: string]>([
    ["{a|b} in {c}", { b: "x", c: "y" }, "x in y", "b, c"],
    ["{a|b.c}: {d|e}\n{b.c|a}", { b: { c: "x" }, e: false }, "x: false", "b.c, e"],
    ["{a}: {b}", { a: "x", b: " " }, "x", "a"],
  ])("a template of the mapping, with the paths that filled it: %j", (template, payload, value, alternative) => {
    const read = field("title", payload, { title: template });
    expect(read).toMatchObject({ value, from: "mapping", expression: template, alternative, why: null });
  });

  test("the product's own shape, where the mapping found nothing", () => {
    const read = field("title", { title: "x" }, { title: "a" });
    expect(read).toMatchObject({ value: "x", from: "native", expression: "title", alternative: "title" });
  });

  test.each<[preset: PresetName, payload: Json, from: string, source: string]>([
    ["rollbar", { data: { item: { title: "x" } } }, "preset", "rollbar"],
    ["rollbar", { title: "x" }, "native", "rollbar"],
    ["native", { title: "x", source: "tool" }, "native", "tool"],
  ])("%s and %j: %s", (preset, payload, from, source) => {
    const { fields } = toReport(compileReader(PRESET_REGISTRY[preset], null), payload, APP);
    expect(fields[0]).toMatchObject({ value: "x", from });
    expect(fields[8]).toMatchObject({ value: source, from: preset === "native" ? "native" : "preset" });
  });

  test("the defaults", () => {
    expect(field("priority", {})).toMatchObject({ value: "low", from: "default", expression: null });
    expect(field("platforms", {})).toMatchObject({ value: ["web"], from: "default", expression: null });
    expect(field("priority", {}, {}, BARE)).toMatchObject({ value: null, from: null });
    expect(field("platforms", {}, {}, BARE)).toMatchObject({ value: [], from: null });
  });

  test("the reporter's name and address", () => {
    const read = field("reporter", { reporter: { name: "Mara", email: "m@a.example" } });
    expect(read).toMatchObject({ value: "Mara <m@a.example>", from: "native", why: null });
  });

  test("the values are those that the report has", () => {
    const payload = { title: "x\ny", description: "z", external_id: 7, link: "https://a.example", priority: "fatal" };
    expect(field("title", payload).value).toBe("x");
    expect(field("description", payload).value).toBe("y\n\nz");
    expect(field("external_id", payload).value).toBe("7");
    expect(field("link", payload).value).toBe("https://a.example");
    expect(field("priority", payload).value).toBe("urgent");
  });
});

describe("why there is no value, or another than was sent", () => {
  test.each<[sentence: string, name: FieldReading["field"], payload: Json, says: string[]]>([
    ["nothing to take a title from", "title", {}, ['Nothing at "a | b", nor at "title".', "no description"]],
    ["the title is the description's first line", "title", { description: "x" }, ["description's first line"]],
    ["a list is no text", "title", { a: ["x"], description: "y" }, ['"a" holds a list']],
    ["an object is no text", "external_id", { external_id: {} }, ['"external_id" holds an object']],
    ["true is no text", "title", { b: true }, ['"b" holds the boolean true']],
    ["space is no text", "title", { title: "  " }, ['"title" holds only space']],
    ["the description is all title", "description", { description: "x" }, ["All of it is the title"]],
    ["no link", "link", { link: "javascript:alert(1)" }, ['"javascript:alert(1)" is not an http']],
    ["a page that is cut", "url", { url: "x".repeat(2_049) }, ["longer than 2,048 characters"]],
    ["a title of several lines", "description", { title: "x\ny" }, ["The title has several lines"]],
    ["a source that is not shown whole", "source", { source: "x".repeat(65) }, ["first 64 characters are shown"]],
    ["no priority", "priority", { priority: "odd" }, ['"odd" is not a priority', "default applies"]],
    ["no platform", "platforms", { platforms: "toaster" }, ['is called "toaster"', "default platforms apply"]],
    ["one platform of two", "platforms", { platforms: "ios, toaster" }, ['is called "toaster"']],
    ["no reporter", "reporter", { reporter: { name: 1 } }, ['Nothing at "reporter.name"', "the number 1"]],
    ["no address", "reporter", { reporter: { name: "x", email: "a\tb" } }, ["control characters, so it is left out"]],
    ["no source", "source", {}, ['Nothing at "source".']],
  ])("%s", (_sentence, name, payload, says) => {
    const { why } = field(name, payload, { title: "a | b" });
    for (const words of says) expect(why).toContain(words);
  });

  test("an empty template says what its placeholders hold", () => {
    const { why } = field("title", { a: [], b: { c: {} }, d: " " }, { title: "{a|b.c}: {d} {a}" });
    expect(why).toBe(
      'Nothing at "{a|b.c}: {d} {a}", nor at "title". "a" holds a list, which is not text. ' +
        '"b.c" holds an object, which is not text. "d" holds only space, which is not text. ' +
        "There is no description to take a title from either.",
    );
  });

  test("nothing is said twice", () => {
    const { why } = field("external_id", { external_id: {} }, { external_id: "external_id" });
    expect(why).toBe('Nothing at "external_id". "external_id" holds an object, which is not text.');
  });

  test("a value of a megabyte is quoted in short", () => {
    expect(field("priority", { title: "x", priority: "x".repeat(1_000_000) }).why!.length).toBeLessThan(300);
    expect(field("platforms", { platforms: Array(5).fill("x".repeat(4_000)) }).why!.length).toBeLessThan(1_000);
  });
});
