// What a delivered payload reports, field by field.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Mapping } from "../../../../src/domain/mapping/mapping.ts";
import { compileReader } from "../../../../src/domain/report/compiled-reader.ts";
import { type Report, toReport } from "../../../../src/domain/report/report.ts";
import type { ReportTarget } from "../../../../src/domain/report/report-defaults.ts";
import { PRESET_REGISTRY } from "../../../../src/integrations/preset-registry.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

type Json = Record<string, unknown>;

const APP: ReportTarget = {
  platforms: [
    { code: "ios", label: "iOS" },
    { code: "web", label: "Web" },
  ],
  defaultPlatforms: [],
  defaultPriority: null,
};
const NATIVE = compileReader(PRESET_REGISTRY.native, null);

const read = (payload: Json, app = APP): Report | null => toReport(NATIVE, payload, app).report;
const mapped = (mapping: Mapping, payload: Json) =>
  toReport(compileReader(PRESET_REGISTRY.custom, mapping), payload, APP).report;
const of = (payload: Json, app = APP): Report => read({ title: "T", ...payload }, app)!;

describe("title and description", () => {
  test.each<[sentence: string, payload: Json, text: string]>([
    ["a title alone", { title: "One" }, "One"],
    ["both", { title: "One", description: "Two\nthree" }, "One\n\nTwo\nthree"],
    ["the description's first line is the title", { description: "One\nTwo\nthree" }, "One\n\nTwo\nthree"],
    ["a description of one line", { description: "One" }, "One"],
    ["blank lines before the first", { description: "\n \r\n\tOne\n\nTwo" }, "One\n\nTwo"],
    ["an empty title", { title: "", description: "One\nTwo" }, "One\n\nTwo"],
    ["a blank title", { title: " \u0000\n", description: "One\nTwo" }, "One\n\nTwo"],
    [
      "of a title with several lines the rest begins the description",
      { title: "One\nmore", description: "Two" },
      "One\n\nmore\n\nTwo",
    ],
    ["a title of several lines alone", { title: "\n One \r\n\n more\n and more \n" }, "One\n\nmore\n and more"],
    ["a title with a break of another kind", { title: "One\u2028more" }, "One\n\nmore"],
    [
      "a description that starts with all lines of the title",
      { title: "One\nmore", description: "One\r\nmore\r\nTwo" },
      "One\n\nmore\r\nTwo",
    ],
    ["one that goes on after its first line", { title: "One\nmore", description: "more\nTwo" }, "One\n\nmore\nTwo"],
    [
      "one that only begins alike",
      { title: "One\nmore", description: "One\nmore or less" },
      "One\n\nmore\n\nmore or less",
    ],
    ["a title with tabs", { title: "\tOne\t\ttwo " }, "One two"],
    ["a description that starts with the title", { title: "One", description: "One\nTwo" }, "One\n\nTwo"],
    ["the same, with space around it", { title: " One", description: "\n  One \r\n\r\nTwo" }, "One\n\nTwo"],
    ["a description that is the title", { title: "One", description: "One" }, "One"],
    ["a description that only begins alike", { title: "One", description: "One two" }, "One\n\nOne two"],
    ["a title after thousands of blanks", { title: `${" ".repeat(5_000)}One`, description: "Two" }, "One\n\nTwo"],
    [
      "a description after thousands of blanks",
      { title: "One", description: `${"\n".repeat(5_000)}Two` },
      "One\n\nTwo",
    ],
    ["numbers", { title: 123, description: 0 }, "123\n\n0"],
    ["a number of many digits", { title: "12345678901234567890" }, "12345678901234567890"],
    ["NUL characters and half ones", { title: "O\0ne", description: "\ud83dTwo\0" }, "One\n\n\ufffdTwo"],
    ["the page", { title: "One", description: "Two", url: "https://a.example/p" }, "One\n\nTwo\n\nhttps://a.example/p"],
    ["the page without a description", { title: "One", url: "https://a.example/p" }, "One\n\nhttps://a.example/p"],
    ["a page of a mobile app", { title: "One", url: "myapp://screen" }, "One\n\nmyapp://screen"],
    ["a page by its path", { title: "One", description: "Two", url: "/checkout/cart" }, "One\n\nTwo\n\n/checkout/cart"],
    ["a page that is no address is text", { title: "One", url: "javascript:alert(1)" }, "One\n\njavascript:alert(1)"],
    ["a page on several lines is one line", { title: "One", url: " a\r\nb\u2028c\0d\te " }, "One\n\na b cd e"],
    ["a page of nothing but space", { title: "One", url: " \n" }, "One"],
    ["tags are text", { title: "<script>x</script>", description: "=1+1" }, "<script>x</script>\n\n=1+1"],
  ])("%s", (_sentence, payload, text) => expect(read(payload)?.text).toBe(text));

  test.each<[payload: Json]>([
    [{}],
    [{ title: "" }],
    [{ title: " ", description: "\n\t" }],
    [{ title: ["a"] }],
    [{ title: {}, description: [] }],
    [{ title: true, description: false }],
    [{ title: null }],
    [{ title: "\0", description: "\u0001\u0085" }],
    [{ Title: "x", text: "y" }],
    [JSON.parse('{"__proto__":{"title":"x"}}')],
  ])("%j has no title", (payload) => expect(read(payload)).toBeNull());

  test("the title is the first line of the text", () => {
    expect(of({ description: "Two" }).title).toBe("T");
  });
});

describe("a text that is too long", () => {
  const points = (text: string) => [...text].length;

  test("4,000 characters stay as they are", () => {
    const text = of({ title: "T", description: "x".repeat(4_000 - 3) }).text;
    expect(text).toBe(`T\n\n${"x".repeat(3_997)}`);
  });

  test("more are cut to 4,000, ending in an ellipsis", () => {
    const { text } = of({ description: "x".repeat(3_998) });
    expect(points(text)).toBe(4_000);
    expect(text).toBe(`T\n\n${"x".repeat(3_996)}…`);
  });

  test("the page's line stays, one of 2,048 characters beyond the common ones too", () => {
    const { text } = of({ title: "T", description: "x".repeat(5_000), url: "😀".repeat(3_000) });
    expect(points(text)).toBe(4_000);
    expect(text.endsWith(`x…\n\n${"😀".repeat(2_047)}…`)).toBe(true);
  });

  test("the page's line stays", () => {
    const { text } = of({ description: "😀".repeat(250_000), url: "https://a.example/p" });
    expect(points(text)).toBe(4_000);
    expect(text.endsWith("😀…\n\nhttps://a.example/p")).toBe(true);
    expect(text.isWellFormed()).toBe(true);
  });

  test("a long title is cut too, and the longest page stays", () => {
    const url = `https://a.example/${"p".repeat(2_048 - 18)}`;
    const { text, title } = of({ title: "😀".repeat(10_000), url });
    expect(points(title)).toBe(4_000);
    expect(points(text)).toBe(4_000);
    expect(text.endsWith(`😀…\n\n${url}`)).toBe(true);
  });

  test("a first line of a megabyte is the title and leaves room for nothing else", () => {
    const { text } = read({ description: `${"x".repeat(1_000_000)}\nTwo` })!;
    expect(points(text)).toBe(4_000);
    expect(text.startsWith("xxx")).toBe(true);
    expect(text.endsWith("x…")).toBe(true);
  });

  test("a template's text counts like any other", () => {
    const report = mapped({ title: "a", description: "{b}\n{b}" }, { a: "T", b: "x".repeat(4_000) })!;
    expect(points(report.text)).toBe(4_000);
    expect(report.text.endsWith("…")).toBe(true);
  });
});

describe("priority and platforms", () => {
  const withDefaults: ReportTarget = { ...APP, defaultPlatforms: ["web", "gone"], defaultPriority: "low" };

  test.each<[payload: Json, priority: string | null, platforms: string[]]>([
    [{}, "low", ["web"]],
    [{ priority: "Critical", platforms: ["ios"] }, "urgent", ["ios"]],
    [{ priority: 40, platforms: "iphone, web" }, "high", ["ios", "web"]],
    [{ priority: "40.0", platforms: "ios" }, "high", ["ios"]],
    [{ priority: "whatever", platforms: "toaster" }, "low", ["web"]],
    [{ priority: {}, platforms: {} }, "low", ["web"]],
    [{ priority: ["high"], platforms: [1, null] }, "low", ["web"]],
    [{ priority: "", platforms: "" }, "low", ["web"]],
    [{ priority: true, platforms: true }, "low", ["web"]],
    [{ platforms: "toaster, ios" }, "low", ["ios"]],
    [{ platforms: "all" }, "low", ["web"]],
  ])("%j", (payload, priority, platforms) => {
    expect(of(payload, withDefaults)).toMatchObject({ priority, platforms });
  });

  test("without defaults there is no priority, and every platform is meant", () => {
    expect(of({ priority: "x", platforms: "x" })).toMatchObject({ priority: null, platforms: [] });
  });

  test("defaults that the app no longer has leave every platform", () => {
    expect(of({}, { ...APP, defaultPlatforms: ["gone"] }).platforms).toEqual([]);
  });
});

describe("external id, link, source", () => {
  test.each<[sent: unknown, read: string | null]>([
    ["fb-1", "fb-1"],
    [123, "123"],
    [0, "0"],
    ["123", "123"],
    [" padded ", " padded "],
    ["a\0b", "ab"],
    ["e\u0301", "e\u0301"],
    ["x".repeat(4_096), "x".repeat(4_096)],
    ["x".repeat(100_000), "x".repeat(4_096)],
    ["9007199254740993", "9007199254740993"],
    ["", null],
    ["  ", null],
    ["\0", null],
    [{}, null],
    [["a"], null],
    [true, null],
    [null, null],
  ])("the external id %.40j is %.40j", (sent, id) => expect(of({ external_id: sent }).externalId).toBe(id));

  test.each<[sent: unknown, read: string | null]>([
    ["https://a.example/1", "https://a.example/1"],
    [`https://a.example/${"x".repeat(8_000)}`, `https://a.example/${"x".repeat(8_000)}`],
    ["javascript:alert(1)", null],
    [["https://a.example"], null],
    [{ href: "https://a.example" }, null],
    [7, null],
  ])("the link %j is %j", (sent, link) => expect(of({ link: sent }).link).toBe(link));

  test.each<[sent: unknown, read: string | null]>([
    ["feedback-widget", "feedback-widget"],
    [" two\nlines ", "two lines"],
    ["x".repeat(70), "x".repeat(64)],
    ["😀".repeat(70), "😀".repeat(64)],
    ["\u202ebad\u2069", "bad"],
    ["\u202e", null],
    ["", null],
    [["a"], null],
    [{}, null],
  ])("the source %j is %j", (sent, source) => expect(of({ source: sent }).source).toBe(source));

  test("sources and ids that differ anywhere have different keys, however long they are", () => {
    const key = (source: string, id = "1") => of({ source, external_id: id }).dedupeKey;
    const long = ["x".repeat(64), "x".repeat(65), `${"x".repeat(63)}…`, `${"x".repeat(70)}y`, "x".repeat(5_000)];
    const sources = [...long, ...long.map((source) => `${source}z`), "short"];
    const keys = sources.flatMap((source) => [key(source), key(source, "2"), key(source, "x".repeat(300))]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(key(" a\nb ")).toBe(key("a b"));
    expect(key(`${"x".repeat(70)} `)).toBe(key("x".repeat(70)));
  });

  test("a long source knows the key by which its open issues were kept before", () => {
    const { formerKey } = of({ source: "x".repeat(70), external_id: "1" });
    expect(formerKey).toBe(`${"x".repeat(63)}…\n1`);
    expect(of({ source: "x".repeat(64), external_id: "1" }).formerKey).toBeNull();
    expect(of({ source: "x".repeat(70) }).formerKey).toBeNull();
  });
});

describe("the reporter", () => {
  test.each<[sent: unknown, read: unknown]>([
    [{ name: "Mara" }, { name: "Mara" }],
    [
      { name: " Mara\nQuill ", email: " m@a.example " },
      { name: "Mara Quill", email: "m@a.example" },
    ],
    [{ name: "admin via API" }, { name: "admin via API" }],
    [{ name: "\u202eIPA aiv nimda" }, { name: "IPA aiv nimda" }],
    [{ name: "😀".repeat(300) }, { name: `${"😀".repeat(199)}…` }],
    [{ name: "Mara", email: 7 }, { name: "Mara" }],
    [{ name: "Mara", email: "a@b\r\nBcc: c@d" }, { name: "Mara" }],
    [{ name: "Mara", email: `${"a".repeat(255)}@b` }, { name: "Mara" }],
    [{ name: "Mara", email: " " }, { name: "Mara" }],
    [
      { name: "Mara", email: "Mara <a@b>" },
      { name: "Mara", email: "Mara <a@b>" },
    ],
    [
      { name: "Mara", email: "nonsense" },
      { name: "Mara", email: "nonsense" },
    ],
    [{}, null],
    [{ name: "" }, null],
    [{ name: 1 }, null],
    [{ name: ["Mara"] }, null],
    [{ email: "m@a.example" }, null],
    ["Mara", null],
    [["Mara"], null],
    [7, null],
    [null, null],
  ])("%.60j is %.60j", (sent, reporter) => expect(of({ reporter: sent }).reporter).toEqual(reporter));
});

describe("a mapping falls back to the product's own shape field by field", () => {
  test("what it does not find is read there", () => {
    const payload = { data: { name: "Mapped" }, title: "Own", description: "Text", priority: "high", source: "tool" };
    expect(
      mapped({ title: "data.name", priority: "data.level", description: "{data.a}: {data.b}" }, payload),
    ).toMatchObject({ text: "Mapped\n\nText", priority: "high", source: "tool" });
    expect(mapped({ title: "data.nope" }, payload)?.title).toBe("Own");
  });

  test("what it finds counts, even if it can't be used", () => {
    const payload = { title: "T", l: "javascript:x", link: "https://a.example", p: "odd", priority: "high" };
    expect(mapped({ link: "l", priority: "p" }, payload)).toMatchObject({ link: null, priority: null });
  });

  test("the platform may be a list or a text", () => {
    expect(mapped({ platform: "p" }, { title: "T", p: ["iPhone", "web"] })?.platforms).toEqual(["ios", "web"]);
    expect(mapped({ platform: "p" }, { title: "T", p: "iPhone, web" })?.platforms).toEqual(["ios", "web"]);
    expect(mapped({ platform: "{p}, {q}" }, { title: "T", p: "iPhone", q: "web" })?.platforms).toEqual(["ios", "web"]);
  });

  test("without any mapping a custom webhook reads the product's own shape", () => {
    expect(toReport(compileReader(PRESET_REGISTRY.custom, null), { title: "T" }, APP).report?.title).toBe("T");
  });
});

test.each(["x", " ", "\n", "- ", "😀", "\0", "\t", "a,", '{"', "\ud83d", "\u0301"])(
  "a megabyte of %j in any field takes linear time",
  async (piece) => {
    const custom = compileReader(PRESET_REGISTRY.custom, {
      title: "{a}: {b}\n{c}",
      description: "{d}\n- {d} -",
      external_id: "{e}{e}",
    });
    const fields = ["title", "description", "url", "link", "priority", "platforms", "a", "b", "c", "d", "e"];
    const payloadOf = (text: string) => ({
      ...Object.fromEntries([...fields, "external_id", "source"].map((field) => [field, text])),
      reporter: { name: text, email: text },
    });
    for (const [reader, make] of [
      [NATIVE, payloadOf],
      [custom, payloadOf],
      [NATIVE, (text: string) => ({ description: text })],
    ] as const) {
      await expectLinear(1_000_000, (size) => {
        const payload = make(piece.repeat(size / piece.length));
        return () => toReport(reader, payload, APP).fields;
      });
    }
  },
);

test("whatever the payload, a report keeps its limits and nothing is thrown", () => {
  const any = fc.oneof(
    fc.string({ unit: "binary", maxLength: 50 }),
    fc.string({ maxLength: 20 }).map((text) => text.repeat(500)),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const field = fc.constantFrom(
    "title",
    "description",
    "url",
    "link",
    "external_id",
    "priority",
    "platforms",
    "reporter",
    "source",
    "recovered",
  );
  fc.assert(
    fc.property(fc.dictionary(field, any), (payload) => {
      const { report, fields } = toReport(NATIVE, payload, APP);
      expect(fields).toHaveLength(10);
      if (report === null) return;
      expect([...report.text].length).toBeLessThanOrEqual(4_000);
      expect(report.text.trim()).toBe(report.text);
      expect(report.text.isWellFormed()).toBe(true);
      expect(report.text).not.toContain("\0");
      expect(report.title).not.toMatch(/[\n\r]/);
      expect(report.title).not.toBe("");
    }),
    { numRuns: 300 },
  );
});
