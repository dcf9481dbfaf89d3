// Airbrake as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const airbrake: WebhookTemplate = {
  name: "airbrake",
  label: "Airbrake",
  sends: "Errors",
  mapping: {
    title: "error.error_message | error.error_class",
    description: "{error.error_class}\n{error.file}:{error.line_number}\n{error.last_notice.request_url}",
    link: "airbrake_error_url",
    external_id: "error.id",
  },
  setup: {
    steps: [
      "In Airbrake, open the project's Settings › Integrations › Webhooks and paste the webhook URL. [How Airbrake describes it](https://docs.airbrake.io/docs/integrations/webhooks/).",
      "All occurrences of one error are about one issue. Airbrake reports no recoveries.",
      "An error has no priority, so the default priority applies.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
