// What people do about a problem in the tool that reports it (acknowledging, assigning, noting, snoozing) raises nothing by a template,
// while all that says the problem is there, or there again, does.
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { TEMPLATE_REGISTRY } from "../../../src/integrations/template-registry.ts";
import { reportsByTemplate } from "../../support/samples/template-reading.ts";

type Sent = Record<string, unknown>;

interface Told {
  template: string;
  /** A payload of the kind. */
  sent(kind: string): Sent;
  problems: string[];
  recoveries: string[];
  nothing: string[];
}

const INCIDENT = { id: "Q1", html_url: "https://pd.example/incidents/Q1" };
const nagios = (type: string): Sent => {
  const state = type.toUpperCase() === "RECOVERY" ? "UP" : "DOWN";
  return { title: `db-1 is ${state}`, external_id: "db-1", state, type };
};

const TOLD: Told[] = [
  {
    template: "pagerduty",
    sent: (kind) => ({ event: { event_type: kind, data: { type: "incident", title: "Down", ...INCIDENT } } }),
    problems: ["incident.triggered", "incident.reopened", "incident.unacknowledged", "incident.escalated"],
    recoveries: ["incident.resolved"],
    nothing: [
      ...["incident.acknowledged", "incident.reassigned", "incident.delegated", "incident.priority_updated"],
      ...["service.created", "service.custom_field_values.updated", "pagey.ping"],
    ],
  },
  {
    template: "pagerduty",
    sent: (kind) => ({
      event: { event_type: kind, data: { id: "N1", content: "Looking", incident: { ...INCIDENT, summary: "Down" } } },
    }),
    problems: [],
    recoveries: [],
    nothing: [
      ...["incident.annotated", "incident.status_update_published", "incident.responder.added"],
      ...["incident.workflow.completed", "incident.custom_field_values.updated"],
    ],
  },
  {
    template: "opsgenie",
    sent: (action) => ({ action, alert: { alertId: "a-1", message: "Disk", priority: "P1" } }),
    problems: ["Create", "UnAcknowledge", "Escalate"],
    recoveries: ["Close", "Delete"],
    nothing: ["Acknowledge", "AddNote", "AssignOwnership", "TakeOwnership", "Snooze", "AddTags", "UpdatePriority"],
  },
  {
    template: "new-relic",
    sent: (state) => ({ id: "i-1", title: "Apdex", priority: "HIGH", state }),
    problems: ["CREATED", "ACTIVATED"],
    recoveries: ["CLOSED", "DEACTIVATED"],
    nothing: ["ACKNOWLEDGED"],
  },
  {
    template: "honeybadger",
    sent: (event) => ({ event, message: event, fault: { id: 7, klass: "E", message: "e" } }),
    problems: ["occurred", "unresolved", "unignored", "rate_exceeded"],
    recoveries: ["resolved"],
    nothing: ["assigned", "unassigned", "commented", "snoozed", "ignored", "deployed"],
  },
  {
    template: "raygun",
    sent: (kind) => {
      const [eventType, status] = kind.split(" ");
      return { eventType, error: { url: "https://r.example/1", message: "Boom", status } };
    },
    problems: ["NewErrorOccurred", "ErrorReoccurred Active", "HourlyFollowUp", "StatusChanged Active"],
    recoveries: ["StatusChanged Resolved"],
    nothing: [
      ...["CommentAdded", "CommentAdded Active", "CommentAdded Resolved", "AssignedToUser Active"],
      ...["StatusChanged Ignored", "StatusChanged PermanentlyIgnored"],
    ],
  },
  {
    template: "icinga",
    sent: (type) => ({
      object: { name: "db-1" },
      incident: { id: 4711, severity: type === "over" ? "ok" : "crit" },
      event: { type: type === "over" ? "state" : type, message: "Down" },
    }),
    problems: ["state", "incident-age"],
    recoveries: ["over"],
    nothing: [
      "acknowledgement-set",
      "acknowledgement-cleared",
      "downtime-start",
      "downtime-end",
      "flapping-start",
      "mute",
    ],
  },
  {
    template: "nagios",
    sent: nagios,
    problems: ["PROBLEM", "CUSTOM", "Problem"],
    recoveries: ["RECOVERY", "Recovery"],
    nothing: ["ACKNOWLEDGEMENT", "FLAPPINGSTART", "DOWNTIMEEND", "Acknowledgement", "DowntimeRemoved"],
  },
  {
    template: "zabbix",
    sent: (kind) => ({
      event_id: "17",
      event_name: "Disk",
      event_value: kind === "over" ? "0" : "1",
      event_update_status: kind === "update" ? "1" : "0",
    }),
    problems: ["problem"],
    recoveries: ["over"],
    nothing: ["update"],
  },
  {
    template: "uptime-kuma",
    sent: (status) => ({ msg: "[Shop]", monitor: { id: 7 }, heartbeat: { status: Number(status) } }),
    problems: ["0"],
    recoveries: ["1"],
    nothing: ["2", "3"],
  },
];

describe.each(TOLD)("$template", ({ template, sent, problems, recoveries, nothing }) => {
  const read = (kind: string) => reportsByTemplate(template, sent(kind));

  test("says with these kinds that there is a problem, and with these that it is over", () => {
    for (const kind of problems) expect([kind, read(kind)]).toMatchObject([kind, [{ recovered: false }]]);
    for (const kind of recoveries) expect([kind, read(kind)]).toMatchObject([kind, [{ recovered: true }]]);
    const ids = new Set([...problems, ...recoveries].map((kind) => read(kind)[0]!.external_id));
    expect(ids.size).toBeLessThan(2);
  });

  test("raises nothing by what people do about it", () => {
    expect(nothing.filter((kind) => read(kind).length > 0)).toEqual([]);
  });
});

test("PagerDuty's second version sends a list of messages, each of its own incident", () => {
  const message = (event: string, id: string) => ({ event, incident: { id, title: `Down ${id}`, urgency: "high" } });
  const messages = [
    message("incident.trigger", "A"),
    message("incident.acknowledge", "B"),
    message("incident.resolve", "C"),
  ];
  expect(reportsByTemplate("pagerduty", { messages })).toMatchObject([
    { title: "Down A", external_id: "A", priority: "high", recovered: false },
    { title: "Down C", external_id: "C", recovered: true },
  ]);
});

test.each([
  [
    "alertmanager",
    { alerts: ["page", "warn", "major", "ticket", "notice"].map((severity) => ({ labels: { severity } })) },
  ],
  ["grafana", { alerts: ["page", "warn", "major", "ticket", "notice"].map((severity) => ({ labels: { severity } })) }],
])("the severities that rules of %s have become priorities", (template, { alerts }) => {
  const sent = { alerts: alerts.map((alert) => ({ ...alert, annotations: { summary: "s" } })) };
  const priorities = reportsByTemplate(template, sent).map(({ priority }) => priority);
  expect(priorities).toEqual(["urgent", "medium", "high", "medium", "low"]);
});

test("Zabbix' media type sends each field that its mapping asks for first, and has a message for each kind of event", () => {
  const { mapping, setup } = TEMPLATE_REGISTRY.find(({ name }) => name === "zabbix")!;
  const [mediaType] = parse(setup.template!).zabbix_export.media_types;
  const sent = mediaType.parameters.map(({ name }: { name: string }) => name);
  for (const field of ["title", "link", "external_id", "priority", "recovered", "ignored"] as const) {
    expect(sent).toContain(mapping[field]!.split(" | ")[0]);
  }
  expect(mediaType.message_templates.map((one: Record<string, string>) => one.operation_mode)).toEqual([
    ...["PROBLEM", "RECOVERY", "UPDATE"],
  ]);
  expect(() => new Function("value", mediaType.script)).not.toThrow();
});

test("the numbers of Zabbix' severities count upwards", () => {
  const priorities = ["0", "1", "2", "3", "4", "5"].map(
    (event_severity) => reportsByTemplate("zabbix", { event_name: "Disk", event_severity })[0]!.priority,
  );
  expect(priorities).toEqual(["low", "low", "medium", "medium", "high", "urgent"]);
});

test("PagerDuty's priorities may be called SEV-1 to SEV-5", () => {
  const data = { type: "incident", id: "Q", title: "Down", urgency: "high", priority: { summary: "SEV-2" } };
  expect(reportsByTemplate("pagerduty", { event: { event_type: "incident.triggered", data } })[0]!.priority).toBe(
    "high",
  );
});

test("an alarm that EventBridge sends raw is that of the notification around it", () => {
  const event = {
    "detail-type": "CloudWatch Alarm State Change",
    detail: { alarmName: "CPU", state: { value: "OK", reason: "Fine" } },
  };
  const wrapped = { Type: "Notification", MessageId: "m", Message: JSON.stringify(event) };
  const told = { title: "CPU", external_id: "CPU", recovered: true, text: "CPU\n\nFine" };
  expect(reportsByTemplate("aws-sns", event)).toMatchObject([told]);
  expect(reportsByTemplate("aws-sns", wrapped)).toMatchObject([told]);
});

test("Grafana says what went wrong with a rule, and versions before 8 have the severity in their tags", () => {
  const failed = { labels: { alertname: "DatasourceError", rulename: "CPU" }, annotations: { Error: "timeout" } };
  expect(reportsByTemplate("grafana", { alerts: [failed] })[0]!.text).toBe("CPU\n\ntimeout");
  const old = { ruleId: 3, ruleName: "CPU", state: "alerting", tags: { severity: "critical" } };
  expect(reportsByTemplate("grafana", old)[0]!.priority).toBe("urgent");
});
