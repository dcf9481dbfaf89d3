// The incoming webhook's configuration, as it crosses the boundary.
import * as z from "zod";
import {
  MAX_EXPRESSION,
  MAX_SECRET_BYTES,
  MAX_URL,
  MAX_WORD,
  MAX_WORDS,
  MIN_SECRET_BYTES,
} from "../../domain/limits.ts";
import { MAPPING_KEYS } from "../../domain/mapping/mapping-keys.ts";
import { PRESETS } from "../../domain/report/preset.ts";
import { RECOVERIES } from "../../domain/report/recovery.ts";
import { setupOf } from "../../integrations/template-registry.ts";
import { isoTime } from "../../lib/clock.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import type { Webhook } from "../../storage/webhook/webhooks.ts";
import { platformCodes, priority, timestamp } from "../fields.ts";

/** Longer than an expression may be, so that the parser says what is wrong with it, and where. */
const expression = z
  .string()
  .max(10 * MAX_EXPRESSION)
  .nullable();
const expressions = Object.fromEntries(MAPPING_KEYS.map((key) => [key, expression.optional()])) as Record<
  (typeof MAPPING_KEYS)[number],
  z.ZodOptional<typeof expression>
>;
const word = z.string().trim().min(1).max(MAX_WORD);
const words = z.strictObject({
  priority: optional(
    z
      .record(word, priority)
      .refine((table) => Object.keys(table).length <= MAX_WORDS, `expected at most ${MAX_WORDS} words`),
  ),
  recovered: optional(z.array(word).max(MAX_WORDS)),
  ignored: optional(z.array(word).max(MAX_WORDS)),
});
export const mapping = z.strictObject({ ...expressions, words: words.nullable().optional() });
export const preset = z.enum(PRESETS);
export const defaults = {
  default_platforms: optional(platformCodes),
  default_priority: priority.nullable().optional(),
  default_section: lookupName.nullable().optional(),
  recoveries: optional(z.enum(RECOVERIES)),
};

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

export const setup = z.strictObject({ steps: z.array(z.string()), template: z.string().nullable() });

export const WebhookSchema = z.strictObject({
  enabled: z.boolean(),
  url: z.string(),
  preset,
  mapping,
  default_platforms: z.array(z.string()),
  default_priority: priority.nullable(),
  default_section: z.string().nullable(),
  recoveries: z.enum(RECOVERIES),
  has_secret: z.boolean(),
  notify_url: z.string().nullable(),
  hour: z.strictObject({ limit: z.number(), used: z.number(), resets_at: timestamp }),
  setup,
});

/** A webhook with its new secret, which is not shown again. */
export const NewSecretSchema = WebhookSchema.extend({ secret: z.string().optional() });

export interface Hour {
  limit: number;
  used: number;
  resetsAt: number;
}

export function presentWebhook(webhook: Webhook, url: string, hour: Hour): z.infer<typeof WebhookSchema> {
  const mapping = JSON.parse(webhook.mapping);
  const { steps, template } = setupOf(webhook.preset, mapping);
  return {
    enabled: webhook.enabled === 1,
    url,
    preset: webhook.preset,
    mapping,
    default_platforms: JSON.parse(webhook.defaultPlatforms),
    default_priority: webhook.defaultPriority,
    default_section: webhook.defaultSection,
    recoveries: webhook.recoveries,
    has_secret: webhook.secret !== null,
    notify_url: webhook.notifyUrl,
    hour: { limit: hour.limit, used: hour.used, resets_at: isoTime(hour.resetsAt) },
    setup: { steps: [...steps], template },
  };
}
