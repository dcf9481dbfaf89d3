// What a recovery is: by the common words, by the words of a mapping, and only where it matters.
import { describe, expect, test } from "vitest";
import type { Mapping } from "../../../../src/domain/mapping/mapping.ts";
import { compileReader } from "../../../../src/domain/report/compiled-reader.ts";
import type { PresetName } from "../../../../src/domain/report/preset.ts";
import type { Recoveries } from "../../../../src/domain/report/recovery.ts";
import { toReport } from "../../../../src/domain/report/report.ts";
import type { ReportTarget } from "../../../../src/domain/report/report-defaults.ts";
import { PRESET_REGISTRY } from "../../../../src/integrations/preset-registry.ts";

type Json = Record<string, unknown>;

const APP: ReportTarget = { platforms: [], defaultPlatforms: [], defaultPriority: null };

function reported(payload: Json, mapping: Mapping = {}, recoveries?: Recoveries, preset: PresetName = "custom") {
  const reader = compileReader(PRESET_REGISTRY[preset], mapping);
  return toReport(reader, { title: "Disk", ...payload }, APP, recoveries);
}

function isRecovery(state: unknown, mapping: Mapping = {}): boolean {
  return reported({ state }, { recovered: "state", ...mapping }).isRecovery;
}

describe("a word for a recovery", () => {
  test.each([
    "resolved",
    "ok",
    "recovered",
    "recovery",
    "close",
    "closed",
    "fixed",
    "done",
    "up",
    "operational",
    "true",
    true,
  ])("%j", (word) => expect(isRecovery(word)).toBe(true));

  test.each(["Resolved", "OK", " Up\n", "CLOSED", "True"])("%j, in any case and with space around", (word) =>
    expect(isRecovery(word)).toBe(true),
  );

  test.each([
    ...["firing", "alerting", "down", "not resolved", "okay", "0", "1", "false", "", " ", "x".repeat(1_000)],
    ...[false, 0, 1, null, undefined, [], ["ok"], {}, { ok: true }],
  ])("%.40j is none", (word) => expect(isRecovery(word)).toBe(false));
});

describe("where it is looked for", () => {
  test("the mapping's path, with alternatives, and on into a text that holds JSON", () => {
    const Message = JSON.stringify({ NewStateValue: "OK" });
    expect(reported({ Message }, { recovered: "status | Message.NewStateValue" }).isRecovery).toBe(true);
  });

  test("the first alternative that has a value decides", () => {
    const mapping = { recovered: "a | b" };
    expect(reported({ a: "firing", b: "resolved" }, mapping).isRecovery).toBe(false);
    expect(reported({ a: null, b: "resolved" }, mapping).isRecovery).toBe(true);
  });

  test.each<PresetName>(["native", "bugsnag", "rollbar", "datadog", "custom"])(
    "the own field recovered, where %s finds nothing",
    (preset) => {
      expect(reported({ recovered: true }, {}, undefined, preset).isRecovery).toBe(true);
      expect(reported({ recovered: "no" }, {}, undefined, preset).isRecovery).toBe(false);
      expect(reported({}, {}, undefined, preset).isRecovery).toBe(false);
    },
  );

  test("the words of another preset mean nothing", () => {
    expect(reported({ event_name: "resolved_item" }, {}, undefined, "datadog").isRecovery).toBe(false);
    expect(reported({ title: "[Recovered] Disk" }, {}, undefined, "native").isRecovery).toBe(false);
  });
});

describe("the words of a mapping", () => {
  test("count in any case, numbers by their value, and beside the common ones", () => {
    const words = { recovered: ["1", "Alarm_OK"] };
    for (const word of [1, "1", "1.0", "alarm_ok", "ALARM_OK ", "resolved"])
      expect(isRecovery(word, { words })).toBe(true);
    for (const word of [0, 2, "11", "alarm"]) expect(isRecovery(word, { words })).toBe(false);
  });

  test("for priorities are looked at before the common ones", () => {
    const words = { priority: { "5": "urgent", Average: "medium", "1": "low" } } as const;
    const priorityOf = (severity: unknown) => reported({ severity }, { priority: "severity", words }).report!.priority;
    expect(["5", 5, "5.0", "average", "1", "2", "critical", "nothing"].map(priorityOf)).toEqual([
      ...["urgent", "urgent", "urgent", "medium", "low", "high", "urgent", null],
    ]);
  });

  test("for what is ignored name kinds of messages that report nothing, whether or not they have a title", () => {
    const mapping = { ignored: "event.type", words: { ignored: ["Ping", "0"] } };
    const read = (type: unknown, more: Json = {}) => reported({ event: { type }, ...more }, mapping);
    for (const type of ["ping", "PING ", 0, "0.0"]) {
      expect(read(type)).toMatchObject({ isIgnored: true, report: null });
      expect(read(type, { title: null })).toMatchObject({ isIgnored: true, report: null });
    }
    for (const type of ["pings", "", null, ["ping"], "resolved"]) {
      expect(read(type)).toMatchObject({ isIgnored: false, report: { title: "Disk" } });
    }
    expect(reported({ event: { type: "ping" } }, { ignored: "event.type" }).isIgnored).toBe(false);
    expect(reported({ type: "ping" }, { words: { ignored: ["ping"] } }).isIgnored).toBe(false);
  });

  test("count with the preset custom only, as the mapping does", () => {
    const words = { recovered: ["deploy"] };
    expect(reported({ event_name: "deploy" }, { words }, undefined, "rollbar").isRecovery).toBe(false);
  });
});

describe("what is to be done with it", () => {
  test.each<[Recoveries, "ignore" | "fix" | null]>([
    ["raise", null],
    ["ignore", "ignore"],
    ["fix", "fix"],
  ])("%s", (recoveries, recovery) => {
    expect(reported({ recovered: true }, {}, recoveries).report!.recovery).toBe(recovery);
    expect(reported({ recovered: false }, {}, recoveries).report!.recovery).toBeNull();
  });

  test("where recoveries are raised, nobody looks for one", () => {
    const payload = {
      title: "Disk",
      get recovered(): never {
        throw new Error("looked at");
      },
    };
    const reader = compileReader(PRESET_REGISTRY.native, null);
    expect(toReport(reader, payload, APP, "raise").report!.recovery).toBeNull();
    expect(() => toReport(reader, payload, APP, "fix")).toThrow("looked at");
  });
});

describe("a preview says", () => {
  const fieldOf = (payload: Json, preset: PresetName = "native") =>
    reported(payload, {}, undefined, preset).fields.find(({ field }) => field === "recovered");

  test("which word means it, and where that stands", () =>
    expect(fieldOf({ alert_transition: "Recovered" }, "datadog")).toEqual({
      field: "recovered",
      value: "Recovered",
      from: "preset",
      expression: "alert_transition | alert_type",
      alternative: "alert_transition",
      why: null,
    }));

  test("which word does not", () =>
    expect(fieldOf({ recovered: "soon" })).toMatchObject({
      value: null,
      from: "native",
      why: '"soon" does not mean that it has recovered.',
    }));

  test("that there is none", () =>
    expect(fieldOf({})).toMatchObject({ value: null, from: null, why: 'Nothing at "recovered".' }));

  test("that the title says so", () =>
    expect(fieldOf({ title: "[Recovered] Disk" }, "datadog")).toMatchObject({
      value: "[Recovered] Disk",
      why: "Its title says so.",
    }));
});
