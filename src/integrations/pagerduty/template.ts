// PagerDuty as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const pagerDuty: WebhookTemplate = {
  name: "pagerduty",
  label: "PagerDuty",
  sends: "Incidents",
  mapping: {
    title: "event.data.title | event.data.incident.summary | event.data.summary",
    description: "event.data.content | event.data.service.summary",
    link: "event.data.incident.html_url | event.data.html_url",
    external_id: "event.data.incident.id | event.data.id",
    priority: "event.data.priority.summary | event.data.urgency",
    recovered: "event.event_type",
    ignored: "event.event_type",
    words: {
      recovered: ["incident.resolved"],
      ignored: ["pagey.ping", "service.created", "service.updated", "service.deleted"],
    },
  },
  setup: {
    steps: [
      "In PagerDuty, open Integrations › Generic Webhooks (v3), add a subscription and paste the webhook URL. [How PagerDuty describes it](https://developer.pagerduty.com/docs/webhooks-overview).",
      "Subscribe to incident.triggered, incident.reopened and incident.resolved. Other events about an incident land on its issue.",
      "The incident's priority, P1 to P5, becomes the issue's; without one its urgency does.",
      "A resolved incident is a recovery: choose below what one does.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
