// New Relic as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const newRelic: WebhookTemplate = {
  name: "new-relic",
  label: "New Relic",
  sends: "Alert issues",
  mapping: {
    title: "title | issueTitle | condition_name | alertConditionNames[0] | details",
    description:
      "Policy: {alertPolicyNames[0]|policy_name}\nCondition: {alertConditionNames[0]}\nEntity: {impactedEntities[0]}\n{details}",
    link: "issueUrl | issuePageUrl | incident_url",
    external_id: "id | issueId | incident_id",
    priority: "priority | severity",
    recovered: "state | current_state",
    ignored: "state | current_state",
    words: { priority: { warn: "medium" }, recovered: ["deactivated"], ignored: ["acknowledged"] },
  },
  setup: {
    steps: [
      "In New Relic, open Alerts › Destinations, add one of the type Webhook and paste the webhook URL. [How New Relic describes it](https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/).",
      "Add it to a workflow, and keep the default payload.",
      "Let the workflow notify when an issue is activated and when it is closed; a closed one is a recovery: choose below what one does. An acknowledged one raises nothing.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
