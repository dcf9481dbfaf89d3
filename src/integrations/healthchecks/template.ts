// Healthchecks as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const healthchecks: WebhookTemplate = {
  name: "healthchecks",
  label: "Healthchecks",
  sends: "Jobs that did not run",
  mapping: {
    title: "{name|code} is {status}",
    description: "check.desc",
    link: "link",
    external_id: "code",
    recovered: "status",
  },
  setup: {
    steps: [
      "In Healthchecks, open Integrations, add a Webhook, and paste the webhook URL for both “when a check goes down” and “when a check goes up”.",
      "Choose POST for both, and paste the template below as the request body of both, with the address of your Healthchecks in place of https://healthchecks.io.",
      "A check that goes up again is a recovery: choose below what one does.",
      NO_SIGNATURE,
    ],
    template: `{
  "name": $NAME_JSON,
  "status": "$STATUS",
  "code": "$CODE",
  "link": "https://healthchecks.io/checks/$CODE/details/",
  "check": $JSON,
  "source": "Healthchecks"
}`,
  },
};
