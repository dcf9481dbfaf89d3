// Every template reads what its tool sends as it should, and says how to set the tool up.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../../src/domain/mapping/mapping.ts";
import { readPayload } from "../../../src/domain/payload/read-payload.ts";
import { PRESET_REGISTRY } from "../../../src/integrations/preset-registry.ts";
import { setupOf, TEMPLATE_REGISTRY } from "../../../src/integrations/template-registry.ts";
import { ChangeWebhookBody } from "../../../src/wire/webhook/webhook-config.ts";
import { reportsByTemplate } from "../../support/samples/template-reading.ts";
import { TEMPLATE_SAMPLES, templateBodyOf } from "../../support/samples/template-samples.ts";

describe("what the tools send", () => {
  test.each(TEMPLATE_SAMPLES)("$file", ({ template, file, type, reports }) => {
    const read = reportsByTemplate(template, readPayload(templateBodyOf(file), type ?? undefined, undefined));
    expect(read).toHaveLength(reports.length);
    expect(read).toMatchObject(reports);
  });

  test("is there for every template", () => {
    const templates = TEMPLATE_REGISTRY.map(({ name }) => name);
    expect([...new Set(TEMPLATE_SAMPLES.map(({ template }) => template))].sort()).toEqual(templates);
  });
});

test("docs/webhook.md has a row for each, and what they are called in the registry's order", () => {
  const docs = readFileSync(new URL("../../../docs/webhook.md", import.meta.url), "utf8");
  const [, rows = ""] = docs.split("| Template | Tool |");
  const names = [...rows.split("\n\n", 1)[0]!.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(names).toEqual(TEMPLATE_REGISTRY.map(({ name }) => name));
});

describe("what else they may send", () => {
  const one = (template: string, payload: Record<string, unknown>) => reportsByTemplate(template, payload)[0];

  test("a group that still fires has alerts that are over", () => {
    const alerts = ["firing", "resolved"].map((status, n) => ({
      status,
      labels: { alertname: "A" },
      fingerprint: `${n}`,
    }));
    for (const tool of ["alertmanager", "grafana"]) {
      expect(reportsByTemplate(tool, { status: "firing", alerts }).map(({ recovered }) => recovered)).toEqual([
        false,
        true,
      ]);
    }
  });

  test("the whole id is kept where it is longer than a number can be", () => {
    const body = Buffer.from('{"error": {"id": 1234567890123456789, "error_message": "Boom"}}');
    expect(one("airbrake", readPayload(body, "application/json", undefined))!.external_id).toBe("1234567890123456789");
  });

  test("Uptime Kuma's form holds the JSON in a field", () => {
    const data = { msg: "[Shop] [🔴 Down]", monitor: { id: 7, url: "https://shop.example" }, heartbeat: { status: 0 } };
    const form = { data: JSON.stringify(data) };
    expect(one("uptime-kuma", form)).toMatchObject({ title: "[Shop] [🔴 Down]", external_id: "7", recovered: false });
  });

  test("its test button has a title alone, and is no recovery", () => {
    const sent = { msg: "My webhook Testing", monitor: null, heartbeat: null };
    expect(one("uptime-kuma", sent)).toMatchObject({ title: sent.msg, external_id: null, recovered: false });
  });

  test.each([
    ["site", { event: "down", message: "Site is down", site: { id: 5, url: "https://a.example" } }, false],
    ["site", { event: "up", message: "Site is up", site: { id: 5, url: "https://a.example" } }, true],
    ["check_in", { event: "check_in_missing", message: "Missing", check_in: { id: 5 } }, false],
    ["check_in", { event: "check_in_reporting", message: "Reporting", check_in: { id: 5 } }, true],
    ["alarm", { event: "alarm_ok", message: "OK", alarm: { id: 5 } }, true],
  ])("Honeybadger tells of a %s, too", (_what, sent, recovered) => {
    expect(one("honeybadger", sent)).toMatchObject({ title: sent.message, external_id: "5", recovered });
  });

  test("Statuspage tells of a component: down, and operational again", () => {
    const sent = (new_status: string) => ({ component: { id: "c1", name: "API" }, component_update: { new_status } });
    expect(one("statuspage", sent("major_outage"))).toMatchObject({
      title: "API: major_outage",
      external_id: "c1",
      priority: "urgent",
      recovered: false,
    });
    expect(one("statuspage", sent("operational"))).toMatchObject({ recovered: true });
  });

  test("an error of Raygun that is active again has not recovered, and one without a message has a title", () => {
    const sent = {
      eventType: "StatusChanged",
      application: { name: "Shop" },
      error: { message: "", status: "Active" },
    };
    expect(one("raygun", sent)).toMatchObject({ title: "StatusChanged in Shop", recovered: false });
    expect(one("raygun", { ...sent, eventType: "ErrorReoccurred", error: { status: "Resolved" } })).toMatchObject({
      recovered: false,
    });
  });

  test("a message of Amazon SNS that is no alarm has its subject for a title", () => {
    const sent = { Type: "Notification", MessageId: "m1", Subject: "Backup failed", Message: "Disk full" };
    expect(one("aws-sns", sent)).toMatchObject({ title: "Backup failed", external_id: "m1" });
  });
});

describe.each(TEMPLATE_REGISTRY)("the template of $label", ({ name, mapping, setup }) => {
  test("is a mapping that the API takes as it is", () => {
    expect(ChangeWebhookBody.parse({ mapping }).mapping).toMatchObject(mapping);
    expect(compileMapping(mapping)).toHaveProperty("title");
  });

  test("has steps that are sentences, and is what the webhook says once it is filled in, also with more expressions", () => {
    expect(setup.steps.length).toBeGreaterThan(1);
    for (const step of setup.steps) expect(step).toMatch(/[.]$/);
    expect(setupOf("custom", JSON.parse(JSON.stringify({ ...mapping, platform: "labels.os" })))).toBe(setup);
    expect(setupOf("custom", { ...mapping, title: "other" })).toBe(PRESET_REGISTRY.custom.setup);
    expect(setupOf("native", mapping)).toBe(PRESET_REGISTRY.native.setup);
    expect(name).toMatch(/^[a-z-]+$/);
  });
});
