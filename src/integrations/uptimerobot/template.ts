// UptimeRobot as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const uptimeRobot: WebhookTemplate = {
  name: "uptimerobot",
  label: "UptimeRobot",
  sends: "Monitors going down",
  mapping: {
    title: "{monitorFriendlyName} is {alertTypeFriendlyName}",
    description: "alertDetails",
    link: "monitorURL",
    // A certificate that expires is another problem than the monitor being down: one must not hide the other.
    external_id: "{monitorID} {sslExpiryDate}",
    recovered: "alertType | alertTypeFriendlyName",
    words: { recovered: ["2"] },
  },
  setup: {
    steps: [
      "In UptimeRobot, open Integrations › Webhook and paste the webhook URL.",
      "Choose to send it as JSON, and paste the template below as the POST value.",
      "All deliveries of one monitor are about one issue, and those about its certificate about another. When it is up again that is a recovery: choose below what one does.",
      NO_SIGNATURE,
    ],
    template: `{
  "monitorID": "*monitorID*",
  "monitorURL": "*monitorURL*",
  "monitorFriendlyName": "*monitorFriendlyName*",
  "alertType": "*alertType*",
  "alertTypeFriendlyName": "*alertTypeFriendlyName*",
  "alertDetails": "*alertDetails*",
  "sslExpiryDate": "*sslExpiryDate*",
  "source": "UptimeRobot"
}`,
  },
};
