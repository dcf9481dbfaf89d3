// The incoming webhook's configuration, its deliveries and previews, as they cross the boundary.
import * as z from "zod";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { MAX_EXPRESSION, MAX_SECRET_BYTES, MAX_URL, MIN_SECRET_BYTES } from "../../domain/limits.ts";
import { MAPPING_KEYS } from "../../domain/mapping/mapping.ts";
import { PRESETS } from "../../domain/report/preset.ts";
import type { Reported } from "../../domain/report/report.ts";
import { issueUrl } from "../../domain/webhook/issue-fixed-event.ts";
import { PRESET_REGISTRY } from "../../integrations/preset-registry.ts";
import { isoTime } from "../../lib/clock.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import type { Delivery, ShownDelivery } from "../../storage/webhook/deliveries.ts";
import type { Webhook } from "../../storage/webhook/webhooks.ts";
import { cursor, limit, platformCodes, priority, timestamp } from "../fields.ts";

/** Longer than an expression may be, so that the parser says what is wrong with it, and where. */
const expression = z
  .string()
  .max(10 * MAX_EXPRESSION)
  .nullable();
export const mapping = z.strictObject(
  Object.fromEntries(MAPPING_KEYS.map((key) => [key, expression.optional()])) as Record<
    (typeof MAPPING_KEYS)[number],
    z.ZodOptional<typeof expression>
  >,
);
const preset = z.enum(PRESETS);
const defaults = { default_platforms: optional(platformCodes), default_priority: priority.nullable().optional() };

export const ChangeWebhookBody = z
  .strictObject({
    enabled: optional(z.boolean()),
    preset: optional(preset),
    mapping: optional(mapping),
    ...defaults,
    notify_url: z.string().max(MAX_URL).nullable().optional(),
  })
  .refine(namesSomething, "name at least one setting to change");

export const SecretBody = z.strictObject({
  secret: optional(
    z
      .string()
      .refine(
        (text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES,
        `too short to be kept secret: expected at least ${MIN_SECRET_BYTES} characters`,
      )
      .refine((text) => Buffer.byteLength(text) <= MAX_SECRET_BYTES, `expected at most ${MAX_SECRET_BYTES} bytes`)
      .refine((text) => text.isWellFormed() && !text.includes("\0"), "expected text without NUL characters"),
  ),
});

/** Kept as text: what its fields are called must not decide what it is taken for. */
const payload = z.union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))]);

export const PreviewBody = z
  .strictObject({
    payload: optional(payload),
    delivery: optional(z.string().max(100)),
    preset: optional(preset),
    mapping: optional(mapping),
    ...defaults,
  })
  .refine(
    (body) => (body.payload === undefined) !== (body.delivery === undefined),
    "give either a payload or the id of a delivery",
  );

export const ListDeliveriesQuery = z.strictObject({ limit, cursor });

export const issueRef = z.strictObject({ id: z.string(), code: z.string(), url: z.string() });
const setup = z.strictObject({ steps: z.array(z.string()), template: z.string().nullable() });

export const WebhookSchema = z.strictObject({
  enabled: z.boolean(),
  url: z.string(),
  preset,
  mapping: z.record(z.string(), z.string().nullable()),
  default_platforms: z.array(z.string()),
  default_priority: priority.nullable(),
  has_secret: z.boolean(),
  notify_url: z.string().nullable(),
  hour: z.strictObject({ limit: z.number(), used: z.number(), resets_at: timestamp }),
  setup,
});

/** With the secret, when it was just made: it is not shown again. */
export const NewSecretSchema = WebhookSchema.extend({ secret: z.string().optional() });

const delivery = {
  id: z.string(),
  at: timestamp,
  status: z.number(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  duplicate: z.boolean(),
  issue: issueRef.nullable(),
  replay_of: z.string().nullable(),
};
export const DeliverySchema = z.strictObject(delivery);
export const WholeDeliverySchema = z.strictObject({
  ...delivery,
  headers: z.record(z.string(), z.string()),
  encoding: z.enum(["utf8", "base64", "none"]),
  body: z.string().nullable(),
});

export const PreviewSchema = z.strictObject({
  issue: z
    .strictObject({
      title: z.string(),
      text: z.string(),
      platforms: z.array(z.string()),
      all_platforms: z.boolean(),
      priority: priority.nullable(),
      raised_by: z.string(),
      reporter: z.strictObject({ name: z.string(), email: z.string().optional() }).nullable(),
      webhook: z.strictObject({
        source: z.string().nullable(),
        external_id: z.string().nullable(),
        link: z.string().nullable(),
      }),
    })
    .nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  fields: z.array(
    z.strictObject({
      field: z.string(),
      value: z.union([z.string(), z.array(z.string())]).nullable(),
      from: z.enum(["mapping", "preset", "native", "default"]).nullable(),
      expression: z.string().nullable(),
      alternative: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
});

export interface Hour {
  limit: number;
  used: number;
  resetsAt: number;
}

export function presentWebhook(webhook: Webhook, url: string, hour: Hour): z.infer<typeof WebhookSchema> {
  const { steps, template } = PRESET_REGISTRY[webhook.preset].setup;
  return {
    enabled: webhook.enabled === 1,
    url,
    preset: webhook.preset,
    mapping: JSON.parse(webhook.mapping),
    default_platforms: JSON.parse(webhook.defaultPlatforms),
    default_priority: webhook.defaultPriority,
    has_secret: webhook.secret !== null,
    notify_url: webhook.notifyUrl,
    hour: { limit: hour.limit, used: hour.used, resets_at: isoTime(hour.resetsAt) },
    setup: { steps: [...steps], template },
  };
}

interface Place {
  baseUrl: string;
  prefix: string;
}

export function presentDelivery(row: ShownDelivery, { baseUrl, prefix }: Place): z.infer<typeof DeliverySchema> {
  const { id, issueId, issueNumber, code, message } = row;
  const hasIssue = issueId !== null && issueNumber !== null;
  return {
    id,
    at: isoTime(row.receivedAt),
    status: row.status,
    error: code === null ? null : { code, message: message ?? "" },
    duplicate: row.status === 200,
    issue: hasIssue ? { id: issueId, code: issueCode(prefix, issueNumber), url: issueUrl(baseUrl, issueId) } : null,
    replay_of: row.replayOf,
  };
}

export function presentWholeDelivery(row: ShownDelivery & Delivery, place: Place): z.infer<typeof WholeDeliverySchema> {
  return {
    ...presentDelivery(row, place),
    headers: JSON.parse(row.headers),
    encoding: row.encoding,
    body: row.body,
  };
}

export function presentPreview(
  { report, fields }: Reported,
  raisedBy: string,
  error: { code: string; message: string } | null,
): z.infer<typeof PreviewSchema> {
  if (report === null) return { issue: null, error, fields };
  const { title, text, platforms, reporter, source, externalId, link } = report;
  return {
    issue: {
      title,
      text,
      platforms,
      all_platforms: platforms.length === 0,
      priority: report.priority,
      raised_by: raisedBy,
      reporter,
      webhook: { source, external_id: externalId, link },
    },
    error,
    fields,
  };
}
