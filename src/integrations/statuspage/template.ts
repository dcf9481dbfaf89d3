// Statuspage as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const statuspage: WebhookTemplate = {
  name: "statuspage",
  label: "Statuspage",
  sends: "Incidents of a service you depend on",
  mapping: {
    title: "{incident.name|component.name}: {component_update.new_status}",
    description: "incident.incident_updates[0].body | component.description",
    link: "incident.shortlink",
    external_id: "incident.id | component.id",
    priority: "incident.impact | component_update.new_status",
    recovered: "incident.status | component_update.new_status",
    // A maintenance that is planned, or goes on.
    ignored: "incident.status | component_update.new_status",
    words: {
      ignored: ["scheduled", "in_progress", "verifying", "under_maintenance"],
      priority: {
        major: "high",
        minor: "medium",
        none: "low",
        maintenance: "low",
        major_outage: "urgent",
        partial_outage: "high",
        degraded_performance: "medium",
      },
      recovered: ["completed", "postmortem"],
    },
  },
  setup: {
    steps: [
      "On the status page of the service, choose Subscribe to updates › Webhook and paste the webhook URL.",
      "An incident and all its updates are about one issue. Its impact becomes the priority.",
      "A planned maintenance raises nothing. A resolved incident, or a component that is operational again, is a recovery: choose below what one does.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
