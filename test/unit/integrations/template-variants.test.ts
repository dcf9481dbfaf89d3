// What tools send beside the recorded payloads: tests, other kinds, older shapes, fields that are missing, texts that are odd.
import { describe, expect, test } from "vitest";
import { Fault } from "../../../src/domain/fault.ts";
import { readPayload } from "../../../src/domain/payload/read-payload.ts";
import { reportsByTemplate } from "../../support/samples/template-reading.ts";
import { TEMPLATE_SAMPLES, templateBodyOf } from "../../support/samples/template-samples.ts";

type Sent = Record<string, unknown>;

interface Variant {
  template: string;
  what: string;
  sent: Sent;
  /** Of each item what is told of it. */
  reports: Record<string, unknown>[];
}

const snsMessage = (message: object | string, more: Sent = {}): Sent => ({
  Type: "Notification",
  MessageId: "m-1",
  TopicArn: "arn:aws:sns:eu-west-1:123456789012:alarms",
  Message: typeof message === "string" ? message : JSON.stringify(message),
  ...more,
});
const pagerDuty = (event_type: string, data: Sent): Sent => ({ event: { id: "01", event_type, data } });
const ALARM = { AlarmName: "CPU", AlarmArn: "arn:alarm:CPU", AlarmDescription: null, NewStateReason: "Too high" };
const nagios = (fields: Record<string, string>): Sent =>
  readPayload(Buffer.from(new URLSearchParams(fields).toString()), "application/x-www-form-urlencoded", undefined);

const VARIANTS: Variant[] = [
  {
    template: "alertmanager",
    what: "alerts without annotations have their names for titles, and those without a link lead to Alertmanager",
    sent: {
      externalURL: "http://am.example",
      alerts: [
        {
          status: "firing",
          labels: { alertname: "Watchdog", severity: "none" },
          annotations: {},
          generatorURL: "",
          fingerprint: "f1",
        },
        {
          status: "resolved",
          labels: { alertname: "Ключ ✗" },
          annotations: { summary: "<b>Ключ</b> ✗" },
          fingerprint: "f2",
        },
      ],
    },
    reports: [
      { title: "Watchdog", external_id: "f1", link: "http://am.example", priority: null, recovered: false },
      { title: "<b>Ключ</b> ✗", external_id: "f2", recovered: true },
    ],
  },
  {
    template: "alertmanager",
    what: "severities as people write them in their rules",
    sent: {
      alerts: ["crit", "P0", "sev1", "Sev-1", "disaster", "blocker", "err", "severe", "average", "5 stars"].map(
        (severity) => ({ status: "firing", labels: { alertname: severity, severity }, fingerprint: severity }),
      ),
    },
    reports: [
      ...["urgent", "urgent", "urgent", "urgent", "urgent", "urgent", "high", "high", "medium", null].map(
        (priority) => ({ priority }),
      ),
    ],
  },
  {
    template: "uptimerobot",
    what: "a certificate that expires is another problem than being down",
    sent: {
      ...{ monitorID: "7", monitorFriendlyName: "Shop", alertType: "3", alertTypeFriendlyName: "SSL expiry" },
      sslExpiryDate: "2026-12-01",
    },
    reports: [{ title: "Shop is SSL expiry", external_id: "7 2026-12-01", recovered: false }],
  },
  {
    template: "new-relic",
    what: "a violation of the older channels that only warns",
    sent: { condition_name: "CPU", current_state: "open", incident_id: 123, severity: "WARN", details: "CPU > 90" },
    reports: [{ title: "CPU", external_id: "123", priority: "medium", recovered: false }],
  },
  {
    template: "aws-sns",
    what: "a notification of the developer tools is called by its kind, and not by its whole text",
    sent: snsMessage({ detailType: "CodePipeline Pipeline Execution State Change", detail: { state: "FAILED" } }),
    reports: [{ title: "CodePipeline Pipeline Execution State Change", external_id: "m-1" }],
  },
  {
    template: "healthchecks",
    what: "a check without a name is called by its code",
    sent: { name: "", status: "down", code: "5b1c", check: { desc: "" }, source: "Healthchecks" },
    reports: [{ title: "5b1c is down", external_id: "5b1c", recovered: false }],
  },
  {
    template: "honeybadger",
    what: "the third version of its payloads, whose addresses stand among links",
    sent: {
      ...{ event: "occurred", message: "[Shop] RuntimeError: oops", payload_version: "v3" },
      fault: { id: "31", klass: "RuntimeError", message: "oops", links: { web: "https://hb.example/faults/31" } },
    },
    reports: [{ title: "RuntimeError: oops", external_id: "31", link: "https://hb.example/faults/31" }],
  },
  {
    template: "uptimerobot",
    what: "being up again is about the monitor, whose variables of certificates are empty",
    sent: {
      ...{ monitorID: "7", monitorFriendlyName: "Shop", alertType: "2", alertTypeFriendlyName: "Up" },
      sslExpiryDate: "",
    },
    reports: [{ external_id: "7", recovered: true }],
  },
  {
    template: "pagerduty",
    what: "a priority of a team's own is the first with a value, and gets the default",
    sent: pagerDuty("incident.triggered", { id: "P", title: "Down", urgency: "low", priority: { summary: "Gold" } }),
    reports: [{ title: "Down", priority: null }],
  },
  {
    template: "pagerduty",
    what: "priorities without a hyphen",
    sent: pagerDuty("incident.triggered", { id: "P", title: "Down", urgency: "high", priority: { summary: "Sev1" } }),
    reports: [{ title: "Down", priority: "urgent" }],
  },
  ...["scheduled", "in_progress", "verifying"].map((status) => ({
    template: "statuspage",
    what: `a maintenance that is ${status}`,
    sent: { incident: { id: "m", name: "Upgrade", status, impact: "maintenance", incident_updates: [] } },
    reports: [],
  })),
  {
    template: "statuspage",
    what: "a component under maintenance",
    sent: {
      component_update: { new_status: "under_maintenance", old_status: "operational", component_id: "c" },
      component: { id: "c", name: "API" },
    },
    reports: [],
  },
  { template: "alertmanager", what: "a group without alerts", sent: { status: "firing", alerts: [] }, reports: [] },
  {
    template: "grafana",
    what: "its test button",
    sent: {
      title: "[FIRING:1] TestAlert Grafana",
      alerts: [
        {
          status: "firing",
          labels: { alertname: "TestAlert", instance: "Grafana" },
          annotations: { summary: "Notification test" },
          fingerprint: "57c6d9296de2ad39",
          generatorURL: "",
          silenceURL: "https://grafana.example/alerting/silence/new",
        },
      ],
    },
    reports: [{ title: "Notification test", external_id: "57c6d9296de2ad39", link: null, recovered: false }],
  },
  {
    template: "grafana",
    what: "a rule without data is called by its own name",
    sent: {
      alerts: [{ status: "firing", labels: { alertname: "DatasourceNoData", rulename: "Backlog" }, fingerprint: "f" }],
    },
    reports: [{ title: "Backlog", external_id: "f" }],
  },
  {
    template: "grafana",
    what: "the alerts of versions before 8, firing",
    sent: {
      title: "[Alerting] CPU",
      ruleName: "CPU",
      ruleId: 12,
      ruleUrl: "https://g.example/d/1",
      state: "alerting",
      message: "High",
    },
    reports: [{ title: "CPU", external_id: "12", link: "https://g.example/d/1", recovered: false }],
  },
  {
    template: "grafana",
    what: "the alerts of versions before 8, over",
    sent: { title: "[OK] CPU", ruleName: "CPU", ruleId: 12, state: "ok" },
    reports: [{ title: "CPU", external_id: "12", recovered: true }],
  },
  {
    template: "uptime-kuma",
    what: "numbers as texts, and an address without a host",
    sent: { msg: "[Ping] [✅ Up] OK", heartbeat: { status: "1" }, monitor: { id: "9", url: "https://" } },
    reports: [{ external_id: "9", link: null, recovered: true }],
  },
  {
    template: "uptimerobot",
    what: "its form, with numbers as texts",
    sent: nagios({ monitorID: "79", monitorFriendlyName: "Shop", alertType: "2", alertTypeFriendlyName: "Up" }),
    reports: [{ title: "Shop is Up", external_id: "79", recovered: true }],
  },
  {
    template: "uptimerobot",
    what: "a body without the number of the kind",
    sent: { monitorID: 79, monitorFriendlyName: "Shop", alertTypeFriendlyName: "Up", monitorURL: "shop.example:25" },
    reports: [{ external_id: "79", link: null, recovered: true }],
  },
  {
    template: "aws-sns",
    what: "an alarm without enough data has not recovered",
    sent: snsMessage({ ...ALARM, NewStateValue: "INSUFFICIENT_DATA" }),
    reports: [{ title: "CPU", external_id: "arn:alarm:CPU", recovered: false, text: "CPU\n\nToo high" }],
  },
  {
    template: "aws-sns",
    what: "raw message delivery",
    sent: { ...ALARM, NewStateValue: "OK" },
    reports: [{ title: "CPU", external_id: "arn:alarm:CPU", recovered: true }],
  },
  {
    template: "aws-sns",
    what: "an alarm by EventBridge",
    sent: snsMessage({
      "detail-type": "CloudWatch Alarm State Change",
      detail: { alarmName: "CPU", state: { value: "OK", reason: "Fine" } },
    }),
    reports: [{ title: "CPU", external_id: "CPU", recovered: true, text: "CPU\n\nFine" }],
  },
  {
    template: "aws-sns",
    what: "a plain message keeps its text below its subject",
    sent: snsMessage("Disk full\non db-1", { Subject: "Backup failed" }),
    reports: [{ title: "Backup failed", external_id: "m-1", text: "Backup failed\n\nDisk full\non db-1" }],
  },
  {
    template: "aws-sns",
    what: "a plain message without a subject says nothing twice",
    sent: snsMessage("Disk full\non db-1"),
    reports: [{ title: "Disk full", text: "Disk full\n\non db-1" }],
  },
  {
    template: "aws-sns",
    what: "an end of the subscription",
    sent: { Type: "UnsubscribeConfirmation", MessageId: "m" },
    reports: [],
  },
  {
    template: "pagerduty",
    what: "an incident without a priority has its urgency",
    sent: pagerDuty("incident.reopened", { type: "incident", id: "Q1", title: "Down", priority: null, urgency: "low" }),
    reports: [{ title: "Down", external_id: "Q1", priority: "low", recovered: false }],
  },
  {
    template: "pagerduty",
    what: "changes of a service are no incidents",
    sent: pagerDuty("service.updated", { type: "service", id: "PS1", summary: "Shop" }),
    reports: [],
  },
  {
    template: "opsgenie",
    what: "a deleted alert, with a number for its priority",
    sent: { action: "Delete", alert: { alertId: "a-1", message: "Überlast", priority: 2 } },
    reports: [{ title: "Überlast", external_id: "a-1", priority: "high", recovered: true }],
  },
  {
    template: "opsgenie",
    what: "a closed alert that has its alias alone",
    sent: { action: "Close", alert: { alias: "disk", message: "Disk" } },
    reports: [{ external_id: "disk", recovered: true }],
  },
  {
    template: "new-relic",
    what: "the older channel, opened",
    sent: {
      incident_id: 42,
      condition_name: "Apdex",
      details: "Apdex < 0.8",
      severity: "CRITICAL",
      current_state: "open",
      incident_url: "https://nr.example/1",
    },
    reports: [
      {
        title: "Apdex",
        external_id: "42",
        priority: "urgent",
        link: "https://nr.example/1",
        recovered: false,
        text: "Apdex\n\nApdex < 0.8",
      },
    ],
  },
  {
    template: "new-relic",
    what: "the older channel, closed",
    sent: { incident_id: 42, condition_name: "Apdex", current_state: "closed", severity: "CRITICAL" },
    reports: [{ title: "Apdex", external_id: "42", recovered: true }],
  },
  { template: "honeybadger", what: "a deployment", sent: { event: "deployed", message: "Deployed" }, reports: [] },
  {
    template: "honeybadger",
    what: "a comment is no problem",
    sent: { event: "commented", message: "A comment", fault: { id: 1, klass: "E", message: "e" } },
    reports: [],
  },
  {
    template: "honeybadger",
    what: "an error that came up again",
    sent: {
      event: "unresolved",
      message: "E again",
      fault: { id: 1, klass: "E", message: null, url: "https://hb.example/1" },
    },
    reports: [{ title: "E", external_id: "1", recovered: false }],
  },
  {
    template: "airbrake",
    what: "an id as text, and no class",
    sent: { error: { id: "1234567890123456789", error_message: "<script>alert(1)</script>" } },
    reports: [{ title: "<script>alert(1)</script>", external_id: "1234567890123456789", recovered: false }],
  },
  {
    template: "raygun",
    what: "a comment is no problem",
    sent: {
      event: "error_activity",
      eventType: "CommentAdded",
      error: { url: "https://r.example/1", status: "Active" },
    },
    reports: [],
  },
  {
    template: "healthchecks",
    what: "its test, whose check has no description",
    sent: { name: "TEST", status: "down", code: "c-1", check: { name: "TEST", desc: "" } },
    reports: [{ title: "TEST is down", external_id: "c-1", recovered: false }],
  },
  {
    template: "statuspage",
    what: "a maintenance that is over",
    sent: { incident: { id: "i1", name: "Upgrade", impact: "maintenance", status: "completed", incident_updates: [] } },
    reports: [{ title: "Upgrade", external_id: "i1", priority: "low", recovered: true }],
  },
  {
    template: "dependabot",
    what: "an alert that was dismissed, without a CVE",
    sent: {
      action: "auto_dismissed",
      repository: { full_name: "a/b" },
      alert: {
        number: 7,
        security_advisory: { summary: "XSS", cve_id: null, ghsa_id: "GHSA-1", severity: "moderate" },
      },
    },
    reports: [{ title: "XSS", external_id: "a/b#7", priority: "medium", recovered: true, text: "XSS\n\nGHSA-1" }],
  },
  {
    template: "dependabot",
    what: "who looks after it is no problem",
    sent: { action: "assignees_changed", repository: { full_name: "a/b" }, alert: { number: 7 } },
    reports: [],
  },
  {
    template: "zabbix",
    what: "macros without a value are no link, and the state is read where the value is missing",
    sent: { event_id: 17, event_name: "Disk", event_status: "RESOLVED", problem_url: "{$ZABBIX.URL}/tr_events.php" },
    reports: [{ external_id: "17", link: null, recovered: true }],
  },
  {
    template: "icinga",
    what: "an event without an incident",
    sent: { object: { name: "db-1", url: "https://i.example/db-1" }, incident: null, event: { message: "Hällo <b>" } },
    reports: [{ title: "db-1: Hällo <b>", external_id: "db-1", link: "https://i.example/db-1", recovered: false }],
  },
  {
    template: "nagios",
    what: "a host that is down",
    sent: nagios({
      title: "db-1 is DOWN",
      external_id: "db-1",
      state: "DOWN",
      type: "PROBLEM",
      description: "PING & <100%>",
    }),
    reports: [{ title: "db-1 is DOWN", external_id: "db-1", priority: "urgent", recovered: false }],
  },
  {
    template: "nagios",
    what: "the words of Icinga 2",
    sent: nagios({ title: "db-1 is UP", external_id: "db-1", state: "Up", type: "Recovery" }),
    reports: [{ external_id: "db-1", recovered: true }],
  },
  {
    template: "nagios",
    what: "what somebody sends by hand about a service that is well",
    sent: nagios({ title: "db-1/Disk is OK", external_id: "db-1!Disk", state: "OK", type: "CUSTOM" }),
    reports: [{ external_id: "db-1!Disk", recovered: true }],
  },
  {
    template: "nagios",
    what: "the end of a downtime of a service that is well",
    sent: nagios({ title: "db-1/Disk is OK", state: "OK", type: "DOWNTIMEEND" }),
    reports: [],
  },
  { template: "nagios", what: "a downtime", sent: nagios({ title: "db-1", type: "DowntimeStart" }), reports: [] },
];

test.each(VARIANTS)("$template: $what", ({ template, sent, reports }) => {
  const read = reportsByTemplate(template, sent);
  expect(read).toHaveLength(reports.length);
  expect(read).toMatchObject(reports);
});

describe("whatever stands in place of a field", () => {
  const ODD: unknown[] = [
    null,
    true,
    0,
    -1e300,
    "",
    " ",
    "\ud800",
    "{",
    '{"a":',
    [],
    [[]],
    {},
    { toString: 1 },
    "x".repeat(2_000),
  ];

  /** Every payload in which one field, at any depth, is something else. */
  function* changed(value: unknown): Generator<unknown> {
    if (typeof value !== "object" || value === null) return;
    for (const key of Object.keys(value)) {
      const inside = (value as Sent)[key];
      const put = (other: unknown) =>
        Array.isArray(value) ? Object.assign([...value], { [key]: other }) : { ...value, [key]: other };
      for (const odd of ODD) yield put(odd);
      for (const deeper of changed(inside)) yield put(deeper);
    }
  }

  test.each(TEMPLATE_SAMPLES)("$file is read, or has no title", ({ template, file, type }) => {
    const payload = readPayload(templateBodyOf(file), type ?? undefined, undefined);
    let count = 0;
    for (const other of changed(payload)) {
      for (const { title, external_id } of reportsByTemplate(template, other as Sent)) {
        expect(title === null || title.trim() !== "").toBe(true);
        expect(external_id === null || typeof external_id === "string").toBe(true);
      }
      count++;
    }
    expect(count).toBeGreaterThan(50);
  });

  test("a payload cut off anywhere is refused in words", () => {
    const whole = templateBodyOf("alertmanager-firing.json");
    for (let end = 0; end < whole.length - 1; end += 37) {
      expect(() => readPayload(whole.subarray(0, end), "application/json", undefined)).toThrow(Fault);
    }
  });
});
