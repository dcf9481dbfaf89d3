// Datadog as a preset of the webhook: where its payloads keep things, and how to set it up.
import type { Words } from "../../domain/mapping/words.ts";
import type { Expressions, Preset } from "../../domain/report/preset.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** What to type into Datadog's payload box. Its own default has no aggregation key, no link and no priority. */
export const DATADOG_TEMPLATE = `{
  "title": "$EVENT_TITLE",
  "body": "$TEXT_ONLY_MSG",
  "id": "$ID",
  "aggreg_key": "$AGGREG_KEY",
  "link": "$LINK",
  "priority": "$ALERT_PRIORITY",
  "alert_transition": "$ALERT_TRANSITION"
}`;

/** The keys are those of the template to paste; an alert and its recovery share the aggregation key. */
const EXPRESSIONS: Expressions = {
  title: ["title"],
  description: ["body"],
  link: ["link"],
  external_id: ["aggreg_key | id"],
  priority: ["priority"],
  recovered: ["alert_transition | alert_type"],
};

/** The type of an alert that is over is not called so. */
const WORDS: Words = { recovered: ["success"] };

/** `[Recovered] …` or `[P1] [Recovered on {host:web-07}] …`: all that says so in a payload without the transition. */
const RECOVERED_TITLE = /^(?:\[P[1-5]\] )?\[Recovered\b/i;

export const datadog: Preset = {
  name: "datadog",
  source: "datadog",
  expressions: EXPRESSIONS,
  words: WORDS,
  recoveredTitle: RECOVERED_TITLE,
  setup: {
    steps: [
      "In Datadog, open [Integrations › Webhooks](https://app.datadoghq.com/integrations/webhooks), add a webhook and paste the webhook URL. [How Datadog describes it](https://docs.datadoghq.com/integrations/webhooks/).",
      "Replace the payload with the template below. Without it there is no aggregation key, and an alert and its recovery become two issues.",
      "Leave “Encode as form” off.",
      "Name the webhook in a monitor's message, as in @webhook-retest.",
      "The monitor's priority, P1 to P5, becomes the issue's; a monitor without one gets the default priority.",
      "The transition in the template says whether an alert has recovered; choose below what a recovery does.",
      NO_SIGNATURE,
    ],
    template: DATADOG_TEMPLATE,
  },
};
