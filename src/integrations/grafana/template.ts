// Grafana as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";
import { SEVERITY_WORDS } from "../toolkit/preset/severity-words.ts";

export const grafana: WebhookTemplate = {
  name: "grafana",
  label: "Grafana",
  sends: "Alerts",
  mapping: {
    items: "alerts",
    title: "annotations.summary | labels.rulename | labels.alertname | ruleName | $.title",
    description: "annotations.description | annotations.message | annotations.Error | valueString | message",
    link: "generatorURL | panelURL | dashboardURL | ruleUrl | $.externalURL",
    external_id: "fingerprint | ruleId",
    priority: "labels.severity | tags.severity",
    recovered: "status | state",
    words: { priority: SEVERITY_WORDS },
  },
  setup: {
    steps: [
      "In Grafana, open Alerting › Contact points, add one of the type Webhook and paste the webhook URL. [How Grafana describes it](https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/).",
      "Set “Max alerts” to 100: each alert of a group becomes an issue of its own, and at most 100 are read from one delivery.",
      "Leave “Disable resolved message” off, and choose below what a recovery does.",
      "Give your rules a label severity: critical, error, warning or info becomes the priority.",
      "Leave the custom payload empty.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
