// What the document says about the incoming webhook's settings, its deliveries, and the notifications of fixes.

import { DELIVERY_DAYS } from "../../../domain/limits.ts";
import { DeliverySchema, WholeDeliverySchema } from "../../../wire/webhook/delivery.ts";
import { NotificationSchema } from "../../../wire/webhook/notification.ts";
import { PreviewBody, PreviewSchema } from "../../../wire/webhook/preview.ts";
import { ChangeWebhookBody, NewSecretSchema, SecretBody, WebhookSchema } from "../../../wire/webhook/webhook-config.ts";
import { WebhookTemplateSchema } from "../../../wire/webhook/webhook-template.ts";
import type { OperationGroup } from "../document/operation.ts";

const settings = {
  preset: "The tool whose payloads it reads; `custom` uses `mapping`.",
  default_platforms: "For deliveries that name no platform of the app.",
  default_priority: "For deliveries that name no known priority.",
  default_section:
    "The section for issues that a mapping places on no check and in no section: its id; id, ref or title when it is set. null for none.",
  recoveries:
    "What a delivery does that reports a recovery: `raise` (like any other), `ignore` (nothing), or `fix` (its open issue is marked fixed).",
};

export const webhook: OperationGroup = {
  tag: "Webhook",
  about:
    "An app in live mode has a private URL that other tools post to. These endpoints configure it, test it, and read its log. What tools post to it is described under *Deliveries*.",
  schemas: {
    Webhook: [
      WebhookSchema,
      {
        "": "The configuration of an app's webhook.",
        enabled: "If it is off, every delivery is refused; the URL stays the same.",
        url: "The URL is the permission: whoever has it can raise issues.",
        ...settings,
        mapping:
          "A path into the payload for each field, and `words` of the tool's own. With `items`, the path of a list, each of its items is read for itself. What `ignored` finds is looked up in `words.ignored`: such messages raise nothing.",
        has_secret: "Whether deliveries must be signed.",
        notify_url: "Where `issue.fixed` is sent to.",
        hour: "How many of this hour's deliveries are used up.",
        setup: "How to set up the tool: the preset's, or that of the template that the mapping was filled in by.",
      },
    ],
    WebhookTemplate: [
      WebhookTemplateSchema,
      {
        "": "A mapping for the payloads of a tool, and how to set the tool up.",
        name: "Its short name.",
        label: "What people call the tool.",
        sends: "What it reports.",
        mapping: "To be sent as the `mapping` of a webhook, with the preset `custom`.",
        recoveries: "To be sent as the `recoveries` of the webhook with it; null leaves what is set.",
        setup: "How to set up the tool; its `template` is something to paste there.",
      },
    ],
    NewSecret: [
      NewSecretSchema,
      {
        "": "The webhook, with the secret if it was just generated.",
        secret: "The generated secret. It is shown only once.",
      },
    ],
    ChangeWebhook: [
      ChangeWebhookBody,
      {
        "": "At least one of the fields.",
        ...settings,
        notify_url: "Public HTTPS; needs a signing secret. null removes it.",
      },
    ],
    Secret: [SecretBody, { secret: "8 to 256 bytes; generated if it is left out." }],
    PreviewRequest: [
      PreviewBody,
      {
        "": "A payload, or the id of a delivery. Fields that are left out have the values of the webhook's configuration.",
        payload: "An object, or the text of a body.",
        delivery: "The id of a delivery that is in the log.",
      },
    ],
    Preview: [
      PreviewSchema,
      {
        "": "The issue that a payload would raise.",
        issue: "null if the payload would be refused. A recovery that is not raised is shown as it was read.",
        error: "Why the payload would be refused.",
        recovery: "The setting `recoveries`, if the payload reports a recovery; otherwise null.",
        ignored: "Whether it is a message of a kind that reports nothing, as the mapping says.",
        items:
          "For a list that the mapping names with `items`, each of its items; otherwise null. The other fields show the first.",
        fields: "Where each field was read from, and why it is empty or a default.",
      },
    ],
    Delivery: [
      DeliverySchema,
      {
        "": "A delivery in the log.",
        status: "The HTTP status that was answered.",
        error: "Why the delivery was refused.",
        duplicate: "Whether an issue with its external id was open already.",
        recovery: "What a recovery did, unless recoveries are raised.",
        issue: "The issue that it raised or fixed, or that was open already.",
        items:
          "For a list that the mapping names with `items`, what became of each item; otherwise null. The other fields show the item that most became of.",
        replay_of: "The delivery that it repeats.",
      },
    ],
    WholeDelivery: [
      WholeDeliverySchema,
      {
        "": "A delivery with its headers and body.",
        headers: "Headers that may contain secrets are left out.",
        encoding: "`none` if the body was not kept.",
        body: "Text, or base64 if the body is not text.",
        confirm_url:
          "Of the confirmation that Amazon SNS sends for a new subscription: the address to open, if it is Amazon's; otherwise null. The server never opens it.",
      },
    ],
  },
  operations: {
    "GET /apps/:id/webhook": { id: "getWebhook", headers: ["Tag"], codes: ["not_live"] },
    "PATCH /apps/:id/webhook": {
      id: "changeWebhook",
      description: "If a mapping has a mistake, the message says at which position.",
      codes: ["unknown_platform", "not_live", "secret_required"],
    },
    "GET /webhook-templates": {
      id: "listWebhookTemplates",
      description: "They are the same for everybody, and come with the version of the server.",
    },
    "POST /apps/:id/webhook/url": { headers: ["Tag"], id: "replaceWebhookUrl", codes: ["not_live"] },
    "PUT /apps/:id/webhook/secret": { headers: ["Tag"], id: "setWebhookSecret", codes: ["not_live"] },
    "DELETE /apps/:id/webhook/secret": { id: "removeWebhookSecret", codes: ["not_live"] },
    "POST /apps/:id/webhook/preview": {
      id: "previewDelivery",
      codes: ["unknown_platform", "not_live", "too_many_items"],
    },
    "GET /apps/:id/webhook/deliveries": {
      id: "listDeliveries",
      description: `Deliveries are kept for ${DELIVERY_DAYS} days unless the server is configured otherwise.`,
    },
    "GET /apps/:id/webhook/deliveries/:delivery": { id: "getDelivery" },
    "POST /apps/:id/webhook/deliveries/:delivery/replay": { id: "replayDelivery", codes: ["not_live", "in_progress"] },
  },
};

export const notifications: OperationGroup = {
  tag: "Notifications",
  about: "What was sent to an app's notify URL, with the outcome. Each notification is sent once.",
  schemas: {
    Notification: [
      NotificationSchema,
      {
        "": "A notification.",
        kind: "`test` is a sample that an admin asked for.",
        state: "`interrupted` means that the server stopped before it knew the outcome.",
        outcome: "The outcome, in a word.",
        http_status: "The HTTP status that the receiver answered.",
        repeat_of: "The notification that it repeats.",
        body: "The body that was sent.",
      },
    ],
  },
  operations: {
    "GET /apps/:id/notifications": { id: "listNotifications" },
    "POST /apps/:id/notifications/test": {
      id: "testNotification",
      statuses: [201],
      codes: ["secret_required", "not_live", "rate_limited"],
    },
    "POST /apps/:id/notifications/:notification/resend": {
      id: "resendNotification",
      statuses: [201],
      codes: ["secret_required", "not_live", "in_progress", "rate_limited"],
    },
  },
};
