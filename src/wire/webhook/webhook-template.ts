// A template of the webhook, as whoever chooses one sees it.
import * as z from "zod";
import { RECOVERIES } from "../../domain/report/recovery.ts";
import { proposedRecoveries, type WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { mapping, setup } from "./webhook-config.ts";

export const WebhookTemplateSchema = z.strictObject({
  name: z.string(),
  label: z.string(),
  sends: z.string(),
  mapping,
  recoveries: z.enum(RECOVERIES).nullable(),
  setup,
});

export function presentWebhookTemplate(template: WebhookTemplate): z.infer<typeof WebhookTemplateSchema> {
  const { name, label, sends, mapping, setup } = template;
  return {
    name,
    label,
    sends,
    mapping: mapping as z.infer<typeof WebhookTemplateSchema>["mapping"],
    recoveries: proposedRecoveries(template),
    setup: { ...setup, steps: [...setup.steps] },
  };
}
