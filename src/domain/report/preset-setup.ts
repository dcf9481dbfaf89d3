// How to set each tool up so that its deliveries arrive: what to paste, and where.
import type { PresetName } from "./presets.ts";

/** What to type into Datadog's payload box. Its own default has no aggregation key, no link and no priority. */
export const DATADOG_TEMPLATE = `{
  "title": "$EVENT_TITLE",
  "body": "$TEXT_ONLY_MSG",
  "id": "$ID",
  "aggreg_key": "$AGGREG_KEY",
  "link": "$LINK",
  "priority": "$ALERT_PRIORITY"
}`;

export interface PresetSetup {
  steps: readonly string[];
  /** Something to paste, where the tool wants one. */
  template: string | null;
}

const NO_SIGNATURE =
  "Leave the signing secret unset: this tool can't sign its deliveries, and with a secret every unsigned one is refused.";

export const PRESET_SETUP: Record<PresetName, PresetSetup> = {
  native: {
    steps: [
      "Send a POST with a JSON object to the webhook URL. Only title is needed.",
      "Beside it you may send description, platforms (codes, names, or words such as ios), priority, url (the page where it happened), reporter (name, email), external_id, link and source.",
      "Send an external_id if the tool has one: while its issue is open, further deliveries with it raise nothing.",
      "With a signing secret, send X-Signature: sha256= and the hex HMAC-SHA256 of the exact body.",
    ],
    template: null,
  },
  bugsnag: {
    steps: [
      "In Bugsnag, open the project's settings and, under Integrations, add the webhook integration.",
      "Paste the webhook URL and choose the events that should raise an issue: new errors, reopened errors, or every occurrence.",
      "Leave releases, comments and state changes out. A release has no title and is refused; a comment or a state change on an error whose issue is fixed would raise it anew.",
      "All occurrences of one error become one issue while it is open.",
      NO_SIGNATURE,
    ],
    template: null,
  },
  rollbar: {
    steps: [
      "In Rollbar, open the project's settings and, under Notifications, choose Webhook.",
      "Paste the webhook URL, keep the format on JSON (XML is refused) and save.",
      "Add rules for the events that should raise an issue: New Item, Reactivated, High Occurrence Rate, every Occurrence. Leave Resolved Item and Deploy out.",
      "Rollbar's own test message carries no item, so it is answered with missing_title. That answer means that the URL is right.",
      NO_SIGNATURE,
    ],
    template: null,
  },
  datadog: {
    steps: [
      "In Datadog, open Integrations, then Webhooks, and add a webhook with the webhook URL.",
      "Replace the payload with the template below. Without it there is no aggregation key, and an alert and its recovery become two issues.",
      "Leave Encode as form off; it works as well, but nothing needs it.",
      "Name the webhook in a monitor's message, as in @webhook-retest.",
      "The monitor's priority, P1 to P5, becomes the issue's; a monitor without one gets the default priority.",
      NO_SIGNATURE,
    ],
    template: DATADOG_TEMPLATE,
  },
  custom: {
    steps: [
      "Point the tool at the webhook URL and let it send something, or take a sample from its documentation.",
      'For each field write where it stands in the JSON: error.message, items[0].title, or a key with a dot as labels["host.name"].',
      "Separate alternatives by |; the first with a value is used. Put several values together with braces: {service}: {error.message}.",
      "Try the mapping on the sample with the preview, which raises nothing. What a mapping does not find is looked for under the product's own field names.",
    ],
    template: null,
  },
};
