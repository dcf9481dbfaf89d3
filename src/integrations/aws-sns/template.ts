// Amazon SNS, with the alarms of CloudWatch, as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const awsSns: WebhookTemplate = {
  name: "aws-sns",
  label: "Amazon CloudWatch (SNS)",
  sends: "Alarms",
  mapping: {
    title:
      "Message.AlarmName | AlarmName | Message.detail.alarmName | detail.alarmName | Subject | Message.detail-type | Message.detailType | Message | detail-type | detailType",
    description:
      "{Message.AlarmDescription|AlarmDescription}\n{Message.NewStateReason|NewStateReason|Message.detail.state.reason|detail.state.reason|Message}",
    external_id:
      "Message.AlarmArn | AlarmArn | Message.AlarmName | AlarmName | Message.detail.alarmName | detail.alarmName | MessageId",
    recovered: "Message.NewStateValue | NewStateValue | Message.detail.state.value | detail.state.value",
    ignored: "Type",
    words: { ignored: ["SubscriptionConfirmation", "UnsubscribeConfirmation"] },
  },
  setup: {
    steps: [
      "In the AWS console, open SNS › Topics › your topic, create a subscription with the protocol HTTPS and paste the webhook URL. Leave raw message delivery off.",
      "Amazon then sends a confirmation, which raises nothing: open it in the log of deliveries on this page and follow its link, if the topic is yours. Until then Amazon sends nothing else. Retest never opens the link by itself.",
      "In CloudWatch, let the alarm notify the topic when it is in alarm and when it is OK again; choose below what a recovery does.",
      "An alarm has no priority, so the default priority applies.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
