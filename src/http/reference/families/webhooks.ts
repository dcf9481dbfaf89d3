// What the document says about the incoming webhook's settings, its deliveries, and the notifications of fixes.
import { NotificationSchema } from "../../../wire/notification.ts";
import {
  ChangeWebhookBody,
  DeliverySchema,
  NewSecretSchema,
  PreviewBody,
  PreviewSchema,
  SecretBody,
  WebhookSchema,
  WholeDeliverySchema,
} from "../../../wire/webhook.ts";
import type { Family } from "../operation.ts";

const settings = {
  preset: "Which tool's payloads it reads; `custom` reads by `mapping`.",
  default_platforms: "For deliveries that name none of the app's.",
  default_priority: "For deliveries that name none that is known.",
};

export const webhook: Family = {
  tag: "Webhook",
  about:
    "An app in live mode has a private URL that other tools post to. Here it is set up, tried, and its log is read; what is posted to it is under *Deliveries*.",
  schemas: {
    Webhook: [
      WebhookSchema,
      {
        "": "How an app's webhook is set up.",
        enabled: "Off refuses every delivery; the URL stays.",
        url: "The URL is the permission: whoever has it can raise issues.",
        ...settings,
        mapping: "For each field a path into the payload.",
        has_secret: "Whether deliveries must be signed.",
        notify_url: "Where `issue.fixed` is sent to.",
        hour: "How many deliveries of this hour are used.",
        setup: "How to set the tool up.",
      },
    ],
    NewSecret: [
      NewSecretSchema,
      { "": "The webhook, with the secret if it was made just now.", secret: "Shown this once." },
    ],
    ChangeWebhook: [
      ChangeWebhookBody,
      {
        "": "At least one of the fields.",
        ...settings,
        notify_url: "Public HTTPS; needs a signing secret. null takes it away.",
      },
    ],
    Secret: [SecretBody, { secret: "8 to 256 bytes; one is made if it is left out." }],
    PreviewRequest: [
      PreviewBody,
      {
        "": "A payload, or the id of a delivery; the rest is as it is set up unless said.",
        payload: "An object, or the text of a body.",
        delivery: "The id of a delivery that is in the log.",
      },
    ],
    Preview: [
      PreviewSchema,
      {
        "": "The issue that a payload would raise.",
        issue: "null when it would be refused.",
        error: "Why it would be refused.",
        fields: "Where each field came from, and why not from elsewhere.",
      },
    ],
    Delivery: [
      DeliverySchema,
      {
        "": "A delivery in the log.",
        status: "What it was answered with.",
        error: "Why it was refused.",
        duplicate: "Whether it met an open issue with its id.",
        issue: "The issue that it raised, or met.",
        replay_of: "The delivery that it repeats.",
      },
    ],
    WholeDelivery: [
      WholeDeliverySchema,
      {
        "": "A delivery with what was sent.",
        headers: "Without those that hold secrets.",
        encoding: "`none` when the body was not kept.",
        body: "Text, or base64 where it is no text.",
      },
    ],
  },
  operations: {
    "GET /apps/:id/webhook": { id: "getWebhook", headers: ["Tag"], codes: ["not_live"] },
    "PATCH /apps/:id/webhook": {
      id: "changeWebhook",
      description: "A mistake in a mapping is refused with its position.",
      codes: ["unknown_platform", "not_live", "secret_required"],
    },
    "POST /apps/:id/webhook/url": { headers: ["Tag"], id: "replaceWebhookUrl", codes: ["not_live"] },
    "PUT /apps/:id/webhook/secret": { headers: ["Tag"], id: "setWebhookSecret", codes: ["not_live"] },
    "DELETE /apps/:id/webhook/secret": { id: "removeWebhookSecret", codes: ["not_live"] },
    "POST /apps/:id/webhook/preview": { id: "previewDelivery", codes: ["unknown_platform", "not_live"] },
    "GET /apps/:id/webhook/deliveries": {
      id: "listDeliveries",
      description: "Deliveries are kept for 30 days unless the server is set up otherwise.",
    },
    "GET /apps/:id/webhook/deliveries/:delivery": { id: "getDelivery" },
    "POST /apps/:id/webhook/deliveries/:delivery/replay": { id: "replayDelivery", codes: ["not_live", "in_progress"] },
  },
};

export const notifications: Family = {
  tag: "Notifications",
  about: "What was sent to an app's notify URL, and what came of it. Each is sent once.",
  schemas: {
    Notification: [
      NotificationSchema,
      {
        "": "A notification.",
        kind: "`test` is a sample that an admin asked for.",
        state: "`interrupted`: the server that sent it was gone before it knew the outcome.",
        outcome: "What came of it, in a word.",
        http_status: "What the receiver answered.",
        repeat_of: "The notification that it repeats.",
        body: "What was sent.",
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
