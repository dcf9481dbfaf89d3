// PagerDuty as a template of the webhook: where its payloads keep things, and how to set it up.
import type { Words } from "../../domain/mapping/words.ts";
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** Events that neither open nor close an incident. */
const NO_PROBLEMS = [
  ...["acknowledged", "annotated", "delegated", "reassigned", "priority_updated", "service_updated"],
  ...["status_update_published", "responder.added", "responder.replied", "conference_bridge.updated"],
  ...["custom_field_values.updated", "incident_type.changed", "workflow.started", "workflow.completed"],
  ...["action_invocation.created", "action_invocation.terminated", "action_invocation.updated", "role.assigned"],
  ...["acknowledge", "annotate", "assign", "delegate"],
]
  .map((kind) => `incident.${kind}`)
  .concat(
    ["created", "updated", "deleted", "custom_field_values.updated"].map((kind) => `service.${kind}`),
    "pagey.ping",
  );

/** The other names that it proposes for priorities. */
const SEVERITIES = {
  "SEV-1": "urgent",
  "SEV-2": "high",
  "SEV-3": "medium",
  "SEV-4": "low",
  "SEV-5": "low",
  SEV1: "urgent",
  SEV2: "high",
  SEV3: "medium",
  SEV4: "low",
  SEV5: "low",
  P0: "urgent",
} satisfies Words["priority"];

export const pagerDuty: WebhookTemplate = {
  name: "pagerduty",
  label: "PagerDuty",
  sends: "Incidents",
  mapping: {
    // Only the second version of its webhooks has incidents in a list.
    items: "messages",
    title: "event.data.title | event.data.incident.summary | event.data.summary | incident.title | incident.summary",
    description: "event.data.content | event.data.service.summary | incident.service.name",
    link: "event.data.incident.html_url | event.data.html_url | incident.html_url",
    external_id: "event.data.incident.id | event.data.id | incident.id",
    priority: "event.data.priority.summary | event.data.urgency | incident.priority.summary | incident.urgency",
    recovered: "event.event_type | event",
    ignored: "event.event_type | event",
    words: { priority: SEVERITIES, recovered: ["incident.resolved", "incident.resolve"], ignored: NO_PROBLEMS },
  },
  setup: {
    steps: [
      "In PagerDuty, open Integrations › Generic Webhooks (v3), add a subscription and paste the webhook URL. [How PagerDuty describes it](https://developer.pagerduty.com/docs/webhooks-overview).",
      "Subscribe to incident.triggered, incident.reopened and incident.resolved. What people do about an incident, such as acknowledging it or adding a note, raises nothing.",
      "The incident's priority, P1 to P5, becomes the issue's; without one its urgency does. A priority with a name of your own gets the webhook's default.",
      "A resolved incident is a recovery: choose below what one does.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
