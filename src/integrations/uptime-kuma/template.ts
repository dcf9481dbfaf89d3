// Uptime Kuma as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const uptimeKuma: WebhookTemplate = {
  name: "uptime-kuma",
  label: "Uptime Kuma",
  sends: "Monitors going down",
  mapping: {
    title: "msg | data.msg",
    description: "heartbeat.msg | data.heartbeat.msg",
    link: "monitor.url | data.monitor.url",
    external_id: "monitor.id | data.monitor.id",
    recovered: "heartbeat.status | data.heartbeat.status",
    ignored: "heartbeat.status | data.heartbeat.status",
    words: { recovered: ["1"], ignored: ["2", "3"] },
  },
  setup: {
    steps: [
      "In Uptime Kuma, open Settings › Notifications, set one up of the type Webhook and paste the webhook URL as the Post URL.",
      "Choose application/json as the request body. The form works, too.",
      "All deliveries of one monitor are about one issue. When it is up again that is a recovery: choose below what one does. One that is pending, or under maintenance, raises nothing.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
