// Raygun as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** An error is over only if its status was changed to that: other activity repeats the status that it has. */
const RESOLVED = "StatusChanged Resolved";
/** What somebody did about an error, whatever its status is. */
const NO_PROBLEMS = ["CommentAdded", "AssignedToUser"].flatMap((activity) => [
  activity,
  ...["Active", "Resolved", "Ignored", "PermanentlyIgnored"].map((status) => `${activity} ${status}`),
]);

export const raygun: WebhookTemplate = {
  name: "raygun",
  label: "Raygun",
  sends: "Errors",
  mapping: {
    title: "{error.message}\n{eventType} in {application.name}",
    description: "{error.description}",
    link: "error.url",
    external_id: "error.url",
    recovered: "{eventType} {error.status}",
    ignored: "{eventType} {error.status}",
    words: {
      recovered: [RESOLVED],
      ignored: [...NO_PROBLEMS, "StatusChanged Ignored", "StatusChanged PermanentlyIgnored"],
    },
  },
  setup: {
    steps: [
      "In Raygun, open Integrations, add a Webhook and paste the webhook URL. [How Raygun describes it](https://raygun.com/documentation/product-guides/integrations/webhooks/).",
      "Choose the notifications for new and reoccurring errors, and for changes of their status.",
      "An error that is marked as resolved is a recovery: choose below what one does.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
