// What a delivery to the webhook may hold, in the native shape, and what it is answered with.
import * as z from "zod";
import { issueUrl } from "../../domain/webhook/issue-fixed-event.ts";
import { ERROR_STATUSES } from "../error-statuses.ts";
import { issueRef } from "./delivery.ts";

/**
 * Shown to readers only: a delivery is never refused for a field that is wrong, and what a preset or mapping finds comes
 * first (domain/report).
 */
export const NativePayload = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  platforms: z.union([z.array(z.string()), z.string()]).optional(),
  priority: z.union([z.string(), z.number()]).optional(),
  url: z.string().optional(),
  reporter: z.looseObject({ name: z.string(), email: z.string().optional() }).optional(),
  external_id: z.union([z.string(), z.number()]).optional(),
  link: z.string().optional(),
  source: z.string().optional(),
  recovered: z.union([z.boolean(), z.string()]).optional(),
});

export const RaisedSchema = z.strictObject({ issue: issueRef });
export const DuplicateSchema = z.strictObject({ duplicate: z.literal(true), issue: issueRef });
export const FixedSchema = z.strictObject({ fixed: z.literal(true), issue: issueRef });
export const IgnoredSchema = z.strictObject({ ignored: z.literal("recovery") });

/** What a delivery is answered with in HTTP, by what came of it. */
export const DELIVERY_STATUS = { ...ERROR_STATUSES, raised: 201, duplicate: 200, fixed: 200, ignored: 200 };

type Answered =
  | { outcome: "raised" | "duplicate" | "fixed"; issue: { id: string; code: string } }
  | { outcome: "ignored" };

const IGNORED = JSON.stringify({ ignored: "recovery" } satisfies z.infer<typeof IgnoredSchema>);

export function presentDeliveryAnswer(answer: Answered, baseUrl: string): string {
  if (answer.outcome === "ignored") return IGNORED;
  const { id, code } = answer.issue;
  const issue = { id, code, url: issueUrl(baseUrl, id) };
  if (answer.outcome === "raised") return JSON.stringify({ issue } satisfies z.infer<typeof RaisedSchema>);
  if (answer.outcome === "fixed") return JSON.stringify({ fixed: true, issue } satisfies z.infer<typeof FixedSchema>);
  return JSON.stringify({ duplicate: true, issue } satisfies z.infer<typeof DuplicateSchema>);
}
