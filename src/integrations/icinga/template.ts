// Icinga Notifications as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** Events of an incident that say nothing of how bad it is. */
const NO_PROBLEMS = [
  ...["acknowledgement-set", "acknowledgement-cleared", "mute", "unmute"],
  ...["downtime-start", "downtime-end", "downtime-removed", "flapping-start", "flapping-end"],
];

export const icinga: WebhookTemplate = {
  name: "icinga",
  label: "Icinga Notifications",
  sends: "Incidents",
  mapping: {
    title: "{object.name}: {event.message}",
    link: "incident.url | object.url",
    external_id: "incident.id | object.name",
    priority: "incident.severity",
    recovered: "incident.severity",
    ignored: "event.type",
    words: {
      ignored: NO_PROBLEMS,
      priority: {
        emerg: "urgent",
        alert: "urgent",
        crit: "urgent",
        err: "high",
        notice: "low",
        debug: "low",
      },
    },
  },
  setup: {
    steps: [
      "In Icinga Web, open Notifications › Channels, add one of the type Webhook and paste the webhook URL. Keep its default body.",
      "Add 201 to its accepted status codes, as in 200,201: Retest answers 201 when it raises an issue, and Icinga would take that for a failure.",
      "The severity of the incident becomes the priority. When it is ok again that is a recovery: choose below what one does. Acknowledgements, downtimes and flapping raise nothing.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
