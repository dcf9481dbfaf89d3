// Prometheus Alertmanager as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";
import { SEVERITY_WORDS } from "../toolkit/preset/severity-words.ts";

export const alertmanager: WebhookTemplate = {
  name: "alertmanager",
  label: "Prometheus Alertmanager",
  sends: "Alerts",
  mapping: {
    items: "alerts",
    title: "annotations.summary | labels.alertname | annotations.title | annotations.message | annotations.description",
    description: "annotations.description | annotations.message",
    link: "generatorURL | $.externalURL",
    external_id: "fingerprint",
    priority: "labels.severity",
    recovered: "status",
    words: { priority: SEVERITY_WORDS },
  },
  setup: {
    steps: [
      "Add a receiver with the webhook URL to alertmanager.yml, as below, and name it in a route. [How Alertmanager describes it](https://prometheus.io/docs/alerting/latest/configuration/#webhook_config).",
      "Leave send_resolved on, and choose below what a recovery does.",
      "Each alert of a group becomes an issue of its own. At most 100 are read from one delivery, so max_alerts must not be larger.",
      "The label severity becomes the priority: critical, page, error, major, warning, minor, info and the like.",
      NO_SIGNATURE,
    ],
    template: `receivers:
  - name: retest
    webhook_configs:
      - url: <the webhook URL>
        send_resolved: true
        max_alerts: 100`,
  },
};
