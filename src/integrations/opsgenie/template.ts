// Opsgenie as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** Actions on an alert that neither open nor close it. */
const NO_PROBLEMS = [
  ...["Acknowledge", "AssignOwnership", "TakeOwnership", "Snooze", "SnoozeEnded", "AddNote"],
  ...["AddTags", "RemoveTags", "AddTeam", "AddRecipient", "AddResponder", "AddDetails", "RemoveDetails"],
  ...["UpdatePriority", "UpdateMessage", "UpdateDescription"],
];

export const opsgenie: WebhookTemplate = {
  name: "opsgenie",
  label: "Opsgenie, Jira Service Management",
  sends: "Alerts",
  mapping: {
    title: "alert.message",
    description: "alert.description",
    external_id: "alert.alertId | alert.id | alert.alias",
    priority: "alert.priority",
    recovered: "action",
    ignored: "action",
    words: { recovered: ["Close", "Delete"], ignored: NO_PROBLEMS },
  },
  setup: {
    steps: [
      "In Opsgenie or Jira Service Management, add an integration of the type Webhook and paste the webhook URL.",
      "Choose the actions Create and Close. Tick “Add alert description to payload”, or issues have a title only.",
      "The alert's priority, P1 to P5, becomes the issue's.",
      "A closed alert is a recovery: choose below what one does. Acknowledgements, notes and other changes raise nothing.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
