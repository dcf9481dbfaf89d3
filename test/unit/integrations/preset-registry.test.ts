// Every sample payload reads as it should: with its tool's preset, or with a mapping.

import { describe, expect, test } from "vitest";
import { parseExpression } from "../../../src/domain/mapping/parse-expression.ts";
import { readPayload } from "../../../src/domain/payload/read-payload.ts";
import { compileReader } from "../../../src/domain/report/compiled-reader.ts";
import { NATIVE, PRESETS, type PresetName } from "../../../src/domain/report/preset.ts";
import { toReport } from "../../../src/domain/report/report.ts";
import type { ReportTarget } from "../../../src/domain/report/report-defaults.ts";
import { DATADOG_TEMPLATE } from "../../../src/integrations/datadog/preset.ts";
import { PRESET_REGISTRY } from "../../../src/integrations/preset-registry.ts";
import { faultOf } from "../../support/checks/fault-of.ts";
import { bodyOf, SAMPLES } from "../../support/samples/payload-samples.ts";

const APP: ReportTarget = {
  platforms: [
    { code: "ios", label: "iOS" },
    { code: "android", label: "Android" },
    { code: "web", label: "Web" },
  ],
  defaultPlatforms: [],
  defaultPriority: null,
};

// biome-ignore lint/suspicious/noExplicitAny: the samples are changed wherever a test needs it.
type Sent = any;

function payloadOf(file: string, type = "application/json"): Record<string, unknown> {
  return readPayload(bodyOf(file), type, undefined);
}

function reportOf(file: string, preset: PresetName, change: (payload: Sent) => void = () => {}) {
  const payload = payloadOf(file);
  change(payload);
  return toReport(compileReader(PRESET_REGISTRY[preset], null), payload, APP).report;
}

function isRecoveryOf(file: string, preset: PresetName, change: (payload: Sent) => unknown): boolean {
  const payload = payloadOf(file);
  change(payload);
  return toReport(compileReader(PRESET_REGISTRY[preset], null), payload, APP).isRecovery;
}

describe("the samples", () => {
  test.each(SAMPLES)("$file with $preset is $result", (sample) => {
    if (sample.result === "invalid_json") {
      expect(faultOf(() => payloadOf(sample.file, sample.type))?.code).toBe("invalid_json");
      return;
    }
    const payload = payloadOf(sample.file, sample.type);
    const reader = compileReader(PRESET_REGISTRY[sample.preset], sample.mapping ?? null);
    const { report, isRecovery } = toReport(reader, payload, APP);
    expect(isRecovery).toBe(sample.recovery === true);
    if (sample.result === "missing_title") {
      expect(report).toBeNull();
      return;
    }
    const { title, externalId, link, priority } = report!;
    expect({ title, external_id: externalId, link, priority }).toEqual({
      title: sample.title,
      external_id: sample.external_id,
      link: sample.link,
      priority: sample.priority,
    });
    expect(report!.text.startsWith(title)).toBe(true);
  });
});

describe("bugsnag", () => {
  test("an error has its context, stage and version, its platform and its tool", () => {
    expect(reportOf("bugsnag-first-exception.json", "bugsnag")).toMatchObject({
      text: "NoteIndexError: Index 7 out of bounds for note list of length 5\n\nNoteListViewController\nRelease stage: production\nVersion: 3.4.1",
      platforms: ["ios"],
      source: "bugsnag",
      reporter: null,
    });
  });

  test("every occurrence of an error has the same external id, though each is an event of its own", () => {
    const ids = ["bugsnag-first-exception.json", "bugsnag-comment.json", "bugsnag-error-state-fixed.json"].map(
      (file) => reportOf(file, "bugsnag")!.externalId,
    );
    expect(new Set(ids).size).toBe(1);
  });

  test("an error in a browser happened on the web, whatever the visitor's system", () => {
    const report = reportOf("bugsnag-first-exception.json", "bugsnag", ({ error }) => {
      error.device = { osName: "Mac OS X 10.15", browserName: "Chrome" };
      error.requestUrl = "https://shop.example/cart";
    });
    expect(report!.platforms).toEqual(["web"]);
    expect(report!.text.endsWith("\n\nhttps://shop.example/cart")).toBe(true);
  });

  test("a comment on an error that is fixed tells of no recovery, and muting an error is none", () => {
    const fixed = (payload: Sent) => {
      payload.error.status = "fixed";
    };
    expect(isRecoveryOf("bugsnag-comment.json", "bugsnag", fixed)).toBe(false);
    for (const stateChange of ["ignored", "snoozed", "open"]) {
      const changed = ({ trigger }: Sent) => Object.assign(trigger, { stateChange });
      expect(isRecoveryOf("bugsnag-error-state-fixed.json", "bugsnag", changed)).toBe(false);
    }
  });

  test("without an error the product's own fields are read", () => {
    const report = reportOf("bugsnag-release.json", "bugsnag", (payload) => {
      payload.title = "By hand";
      payload.source = "somewhere";
    });
    expect(report).toMatchObject({ title: "By hand", source: "bugsnag", externalId: null });
  });
});

describe("rollbar", () => {
  test("all events of one item have the same external id, read from a number", () => {
    const files = ["new-item", "occurrence", "item-velocity", "resolved-item"].map((name) => `rollbar-${name}.json`);
    expect(files.map((file) => reportOf(file, "rollbar")!.externalId)).toEqual(Array(4).fill("1450098231"));
  });

  test("an occurrence brings its page along, and where it happened", () => {
    expect(reportOf("rollbar-occurrence.json", "rollbar")).toMatchObject({
      text: "TypeError: Cannot read properties of undefined (reading 'folderId')\n\nfolders#show\nEnvironment: production\n\nhttps://app.nimbus.example/folders/77",
      platforms: ["web"],
      source: "rollbar",
    });
  });

  test("without an address of its own an item is linked by the id of its occurrence", () => {
    const report = reportOf("rollbar-occurrence.json", "rollbar", ({ data }) => {
      delete data.url;
    });
    expect(report!.link).toBe("https://rollbar.com/item/uuid/?uuid=0f6f2f0c-6c54-4c0e-9a1e-2b7a90b1c001");
  });

  test("without either there is no link", () => {
    const report = reportOf("rollbar-item-velocity.json", "rollbar", ({ data }) => {
      delete data.url;
    });
    expect(report!.link).toBeNull();
  });

  test.each([
    [50, "urgent"],
    [40, "high"],
    [30, "medium"],
    [20, "low"],
    [10, "low"],
    [0, null],
  ])("level %j is %j", (level, priority) => {
    const report = reportOf("rollbar-new-item.json", "rollbar", ({ data }) => {
      data.item.level = level;
    });
    expect(report!.priority).toBe(priority);
  });

  test.each(["rollbar-new-item.json", "rollbar-occurrence.json"])(
    "an item without a title is called by the class and message of its occurrence: %s",
    (file) => {
      const report = reportOf(file, "rollbar", ({ data }) => {
        data.item.title = "";
        const occurrence = data.occurrence ?? data.item.last_occurrence;
        occurrence.body = { trace: { exception: { class: "TypeError", message: "x is not a function" } } };
      });
      expect(report!.text).toMatch(/^TypeError: x is not a function\n/);
    },
  );

  test.each([
    [{ trace_chain: [{ exception: { class: "KeyError", message: "'id'" } }] }, "KeyError: 'id'"],
    [{ message: { body: "Out of stock" } }, "Out of stock"],
  ])("an item without a title and a trace is called by what else its occurrence holds", (body, title) => {
    for (const file of ["rollbar-new-item.json", "rollbar-occurrence.json"]) {
      const report = reportOf(file, "rollbar", ({ data }) => {
        data.item.title = null;
        (data.occurrence ?? data.item.last_occurrence).body = body;
      });
      expect(report!.title).toBe(title);
    }
  });

  test("without a level on the item the occurrence's word counts", () => {
    const report = reportOf("rollbar-occurrence.json", "rollbar", ({ data }) => {
      delete data.item.level;
      data.occurrence.level = "critical";
    });
    expect(report!.priority).toBe("urgent");
  });
});

describe("datadog", () => {
  test("an alert and its recovery have the same external id", () => {
    const [alert, recovery] = ["datadog-alert.json", "datadog-recovery.json"].map((file) => reportOf(file, "datadog")!);
    expect(alert!.externalId).toBe(recovery!.externalId);
    expect(alert!.source).toBe("datadog");
  });

  test("what Datadog leaves empty counts as absent", () => {
    const report = reportOf("datadog-alert.json", "datadog", (payload) => {
      payload.priority = "";
      payload.aggreg_key = "";
      payload.link = "";
    });
    expect(report).toMatchObject({ priority: null, externalId: "7501234567890123456", link: null });
  });

  test("braces in a title stay as they are", () => {
    expect(reportOf("datadog-alert.json", "datadog")!.title).toContain("{host:web-07}");
  });

  test.each([
    ["[Recovered] Disk", true],
    ["[Recovered on {host:web-07}] Disk", true],
    ["[P1] [Recovered on {host:web-07}] Disk", true],
    ["[P3] [Triggered] Disk [Recovered]", false],
    ["[No Data] Disk", false],
    ["[Recoveredly] Disk", false],
    ["Recovered: Disk", false],
  ])("by the title alone, where no transition was sent: %s", (title, isRecovery) => {
    expect(
      isRecoveryOf("datadog-default-template.json", "datadog", (payload) => Object.assign(payload, { title })),
    ).toBe(isRecovery);
  });

  test.each([
    ["Recovered", true],
    ["Triggered", false],
    ["Re-Triggered", false],
    ["Warn", false],
    ["No Data", false],
    ["Renotify", false],
  ])("the transition %s counts before the title", (alert_transition, isRecovery) => {
    const title = isRecovery ? "[Triggered] Disk" : "[Recovered] Disk";
    const change = (payload: Sent) => Object.assign(payload, { title, alert_transition });
    expect(isRecoveryOf("datadog-recovery.json", "datadog", change)).toBe(isRecovery);
  });

  test("an alert of the type success is over", () => {
    const change = (payload: Sent) => delete payload.alert_transition;
    expect(isRecoveryOf("datadog-recovery.json", "datadog", change)).toBe(true);
    expect(isRecoveryOf("datadog-alert.json", "datadog", change)).toBe(false);
  });

  test("the template to paste is JSON with the keys that the preset reads", () => {
    expect(Object.keys(JSON.parse(DATADOG_TEMPLATE)).sort()).toEqual(
      ["title", "body", "id", "aggreg_key", "link", "priority", "alert_transition"].sort(),
    );
  });
});

test.each(PRESETS)("%s has expressions that parse and a way to set it up", (preset) => {
  for (const texts of Object.values({ ...NATIVE, ...PRESET_REGISTRY[preset].expressions })) texts.map(parseExpression);
  expect(PRESET_REGISTRY[preset].setup.steps.length).toBeGreaterThan(1);
  for (const step of PRESET_REGISTRY[preset].setup.steps) expect(step).toMatch(/[.]$/);
});
