// A list in a payload, each item of which is a report of its own.
import { describe, expect, test } from "vitest";
import { MAX_ITEMS } from "../../../../src/domain/limits.ts";
import { compileMapping, type Mapping } from "../../../../src/domain/mapping/mapping.ts";
import { compileReader } from "../../../../src/domain/report/compiled-reader.ts";
import type { Recoveries } from "../../../../src/domain/report/recovery.ts";
import { reportIn } from "../../../../src/domain/report/report.ts";
import { itemsIn } from "../../../../src/domain/report/report-items.ts";
import { PRESET_REGISTRY } from "../../../../src/integrations/preset-registry.ts";

const APP = { platforms: [], defaultPlatforms: [], defaultPriority: null };
const MAPPING = { items: "alerts", title: "labels.name", external_id: "id", recovered: "status" };

function read(mapping: Mapping, root: Record<string, unknown>, recoveries: Recoveries = "fix") {
  const reader = compileReader(PRESET_REGISTRY.custom, mapping);
  const { isList, items } = itemsIn(reader, root);
  return { isList, reports: items.map((item) => reportIn(reader, item, APP, recoveries).report) };
}

describe("a list of items", () => {
  test("expressions begin at the item, and with $ at the whole payload", () => {
    const mapping = { ...MAPPING, title: "{labels.name} in {$.region}", link: "url | $.url" };
    const root = {
      region: "eu",
      url: "https://a.example/all",
      labels: { name: "of all" },
      alerts: [
        { id: 1, labels: { name: "disk" }, url: "https://a.example/1" },
        { id: 2, labels: { name: "cpu" } },
      ],
    };
    const { isList, reports } = read(mapping, root);
    expect(isList).toBe(true);
    expect(reports).toMatchObject([
      { title: "disk in eu", externalId: "1", link: "https://a.example/1" },
      { title: "cpu in eu", externalId: "2", link: "https://a.example/all" },
    ]);
  });

  test("an item has no id, title or recovery of the whole payload, but its source and reporter", () => {
    const root = {
      title: "all",
      external_id: "all",
      status: "resolved",
      source: "probe",
      reporter: { name: "Ines" },
      alerts: [{ labels: { name: "disk" } }, {}, { labels: { name: "cpu" }, source: "own" }],
    };
    const { reports } = read(MAPPING, root);
    expect(reports).toMatchObject([
      { title: "disk", externalId: null, recovery: null, source: "probe", reporter: { name: "Ines" } },
      {},
      { source: "own" },
    ]);
    expect(reports[1]).toBeNull();
  });

  test("each item decides for itself whether it has recovered", () => {
    const alerts = ["resolved", "firing"].map((status, id) => ({ id, status, labels: { name: "n" } }));
    const { reports } = read(MAPPING, { status: "resolved", alerts });
    expect(reports.map((report) => report?.recovery)).toEqual(["fix", null]);
  });

  test.each([
    ["no list", {}],
    ["an object in its place", { alerts: { id: 1 } }],
    ["a text in its place", { alerts: "[]" }],
  ])("%s: the payload is read as one", (_what, root) => {
    const { isList, reports } = read({ ...MAPPING, title: "name" }, { name: "one", ...root });
    expect({ isList, reports }).toMatchObject({ isList: false, reports: [{ title: "one" }] });
  });

  test("the first of the alternatives that is a list counts, also inside a text that holds JSON", () => {
    const mapping = { ...MAPPING, items: "alerts | Message.alerts" };
    const Message = JSON.stringify({ alerts: [{ id: 1, labels: { name: "inside" } }] });
    expect(read(mapping, { alerts: {}, Message }).reports).toMatchObject([{ title: "inside" }]);
  });

  test("items that are no objects report nothing, and a text that holds an object is read on in", () => {
    const alerts = [null, 7, "text", [], true, JSON.stringify({ labels: { name: "inside" } })];
    const { reports } = read(MAPPING, { alerts });
    expect(reports.map((report) => report?.title ?? null)).toEqual([null, null, null, null, null, "inside"]);
  });

  test(`${MAX_ITEMS} items are read, and one more is refused`, () => {
    const alerts = Array.from({ length: MAX_ITEMS }, (_, id) => ({ id, labels: { name: "n" } }));
    expect(read(MAPPING, { alerts }).reports).toHaveLength(MAX_ITEMS);
    expect(() => read(MAPPING, { alerts: [...alerts, {}] })).toThrow(/The list has 101 items: at most 100/);
    expect(read(MAPPING, { alerts: [] })).toEqual({ isList: true, reports: [] });
  });

  test("own properties only, in the item and in the whole payload", () => {
    const mapping = { ...MAPPING, title: "$.__proto__.x | constructor.name | $.constructor.name | labels.name" };
    expect(read(mapping, { alerts: [{ labels: { name: "plain" } }] }).reports).toMatchObject([{ title: "plain" }]);
  });

  test("without items $ is a key like any other", () => {
    const reader = compileReader(PRESET_REGISTRY.custom, { title: "$.a" });
    const [payload] = itemsIn(reader, { $: { a: "key" }, a: "root" }).items;
    expect(reportIn(reader, payload!, APP, "raise").report).toMatchObject({ title: "key" });
  });

  test("a template names no list, and the mistake has a position", () => {
    expect(() => compileMapping({ items: "all {alerts}" })).toThrow(
      /^mapping\.items: at character 5: the list of items/,
    );
    expect(() => compileMapping({ items: "alerts[" })).toThrow(/^mapping\.items: at character/);
  });
});
