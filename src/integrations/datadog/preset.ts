// Datadog as a preset of the webhook: where its payloads keep things, and how to set it up.
import type { Expressions, Preset } from "../../domain/report/preset.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** What to type into Datadog's payload box. Its own default has no aggregation key, no link and no priority. */
export const DATADOG_TEMPLATE = `{
  "title": "$EVENT_TITLE",
  "body": "$TEXT_ONLY_MSG",
  "id": "$ID",
  "aggreg_key": "$AGGREG_KEY",
  "link": "$LINK",
  "priority": "$ALERT_PRIORITY"
}`;

/** The keys are those of the template to paste; an alert and its recovery share the aggregation key. */
const EXPRESSIONS: Expressions = {
  title: ["title"],
  description: ["body"],
  link: ["link"],
  external_id: ["aggreg_key | id"],
  priority: ["priority"],
};

export const datadog: Preset = {
  name: "datadog",
  source: "datadog",
  expressions: EXPRESSIONS,
  setup: {
    steps: [
      "In Datadog, open [Integrations › Webhooks](https://app.datadoghq.com/integrations/webhooks), add a webhook and paste the webhook URL. [How Datadog describes it](https://docs.datadoghq.com/integrations/webhooks/).",
      "Replace the payload with the template below. Without it there is no aggregation key, and an alert and its recovery become two issues.",
      "Leave “Encode as form” off.",
      "Name the webhook in a monitor's message, as in @webhook-retest.",
      "The monitor's priority, P1 to P5, becomes the issue's; a monitor without one gets the default priority.",
      NO_SIGNATURE,
    ],
    template: DATADOG_TEMPLATE,
  },
};
