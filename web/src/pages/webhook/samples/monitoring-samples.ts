// What tools send that watch whether things run.
import { json, type Sample } from "./sample.ts";

export const ALERTS: readonly Sample[] = [
  json(
    "Grafana",
    {
      title: "{commonLabels.alertname}: {alerts[0].annotations.summary}",
      description:
        "{alerts[0].annotations.description}\nZone: {alerts[0].labels.zone}\nRunbook: {alerts[0].annotations.runbook_url}",
      link: "alerts[0].panelURL | alerts[0].generatorURL | externalURL",
      external_id: "groupKey",
      priority: "commonLabels.severity",
    },
    {
      receiver: "retest",
      status: "firing",
      alerts: [
        {
          status: "firing",
          labels: {
            alertname: "Transfer queue is long",
            grafana_folder: "Payments",
            severity: "critical",
            zone: "eu-2",
          },
          annotations: {
            summary: "4,120 transfers are waiting",
            description: "The queue has grown for ten minutes.",
            runbook_url: "https://runbooks.lantern.example/transfers",
          },
          startsAt: "2026-05-11T06:41:00Z",
          endsAt: "0001-01-01T00:00:00Z",
          generatorURL: "https://grafana.lantern.example/alerting/grafana/fe81k2/view?orgId=1",
          fingerprint: "7f3d0c61b2a9e845",
          panelURL: "https://grafana.lantern.example/d/payments?orgId=1&viewPanel=7",
          values: { A: 4120, B: 1 },
        },
      ],
      groupLabels: { alertname: "Transfer queue is long" },
      commonLabels: { alertname: "Transfer queue is long", grafana_folder: "Payments", severity: "critical" },
      commonAnnotations: {},
      externalURL: "https://grafana.lantern.example/",
      version: "1",
      groupKey: '{}/{team="payments"}:{alertname="Transfer queue is long"}',
      truncatedAlerts: 0,
      title: "[FIRING:1] Transfer queue is long Payments (critical)",
      state: "alerting",
    },
  ),
  json(
    "Alertmanager",
    {
      title: "commonAnnotations.summary | alerts[0].annotations.summary | commonLabels.alertname",
      description: "{alerts[0].annotations.description}\nInstance: {alerts[0].labels.instance}",
      link: "alerts[0].generatorURL",
      external_id: "groupKey",
      priority: "commonLabels.severity",
    },
    {
      version: "4",
      groupKey: '{}:{alertname="CardServiceDown"}',
      truncatedAlerts: 0,
      status: "firing",
      receiver: "retest",
      groupLabels: { alertname: "CardServiceDown" },
      commonLabels: { alertname: "CardServiceDown", job: "card-service", severity: "warning" },
      commonAnnotations: { summary: "The card service does not answer" },
      externalURL: "http://alertmanager.lantern.example:9093",
      alerts: [
        {
          status: "firing",
          labels: { alertname: "CardServiceDown", instance: "cards-3:9100", job: "card-service", severity: "warning" },
          annotations: { summary: "The card service does not answer", description: "cards-3 is silent since 06:40" },
          startsAt: "2026-05-11T06:41:12.107Z",
          endsAt: "0001-01-01T00:00:00Z",
          generatorURL: "http://prometheus.lantern.example:9090/graph?g0.expr=up+%3D%3D+0",
          fingerprint: "91be07d4c3f2a650",
        },
      ],
    },
  ),
  json(
    "UptimeRobot",
    {
      title: "{monitorFriendlyName} is {alertTypeFriendlyName}",
      description: "{alertDetails}\n{monitorURL}",
      link: "https://dashboard.uptimerobot.com/monitors/{monitorID}",
      external_id: "monitorID",
    },
    {
      monitorID: "801244907",
      monitorURL: "https://bank.lantern.example",
      monitorFriendlyName: "Lantern Bank, web",
      alertType: "1",
      alertTypeFriendlyName: "Down",
      alertDetails: "HTTP 502 - Bad Gateway",
      alertDateTime: "1778481675",
      alertDuration: "",
    },
  ),
  json(
    "Uptime Kuma",
    {
      title: "{monitor.name}: {heartbeat.msg}",
      description: "msg",
      link: "monitor.url",
      external_id: "monitor.id",
    },
    {
      heartbeat: {
        monitorID: 14,
        status: 0,
        time: "2026-05-11 06:41:15.802",
        msg: "connect ETIMEDOUT",
        important: true,
        duration: 61,
        timezone: "UTC",
      },
      monitor: {
        id: 14,
        name: "Lantern Bank, API",
        url: "https://api.lantern.example/health",
        type: "http",
        interval: 60,
      },
      msg: "[Lantern Bank, API] [🔴 Down] connect ETIMEDOUT",
    },
  ),
];
