// How to set each tool up so that its deliveries arrive: what to paste, and where. Links are written as in Markdown.
import type { PresetName } from "./preset.ts";

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
  "Leave the signing secret below empty: this tool can't sign its deliveries, and a secret would make Retest refuse them.";

export const PRESET_SETUP: Record<PresetName, PresetSetup> = {
  native: {
    steps: [
      "Send a POST with a JSON object to the webhook URL. Only title is needed.",
      "You may also send description, platforms (codes, names, or words such as ios), priority, url (the page where it happened), reporter (name, email), external_id, link and source.",
      "Send an external_id if the tool has one: while its issue is open, further deliveries with it raise nothing.",
      "With a signing secret, send X-Signature: sha256= and the hex HMAC-SHA256 of the exact body.",
    ],
    template: null,
  },
  bugsnag: {
    steps: [
      "In [Bugsnag](https://app.bugsnag.com), open the project's settings, then Integrations, and add the webhook integration. [How Bugsnag describes it](https://docs.bugsnag.com/product/integrations/data-forwarding/webhook/).",
      "Paste the webhook URL and choose the events that should raise an issue: new errors, reopened errors, or every occurrence.",
      "Leave out releases, comments and state changes. A release has no title and is refused; a comment or state change on an error whose issue is fixed would raise a new issue.",
      "All occurrences of one error become one issue while it is open.",
      NO_SIGNATURE,
    ],
    template: null,
  },
  rollbar: {
    steps: [
      "In [Rollbar](https://app.rollbar.com), open the project's settings, then Notifications, and choose Webhook. [How Rollbar describes it](https://docs.rollbar.com/docs/webhooks).",
      "Paste the webhook URL, keep the format JSON (XML is refused) and save.",
      "Add rules for the events that should raise an issue: New Item, Reactivated, High Occurrence Rate, every Occurrence. Leave out Resolved Item and Deploy.",
      "Rollbar's test message carries no item, so the answer is missing_title. That answer means the URL is right.",
      NO_SIGNATURE,
    ],
    template: null,
  },
  datadog: {
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
  custom: {
    steps: [
      "Enter the webhook URL in the tool and have it send something, or take a sample from its documentation.",
      'For each field, write the path to its value in the JSON: error.message, items[0].title, or labels["host.name"] for a key with a dot in it.',
      "Separate alternatives with |: the first that has a value is used. Join several values with braces: {service}: {error.message}.",
      "Try the mapping on a sample: the preview raises nothing. What a mapping doesn't find is taken from Retest's own field names.",
    ],
    template: null,
  },
};
