// What a delivery to the webhook may hold, in the native shape, and what it is answered with.
import * as z from "zod";
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
});

export const RaisedSchema = z.strictObject({ issue: issueRef });
export const DuplicateSchema = z.strictObject({ duplicate: z.literal(true), issue: issueRef });

/** What a delivery is answered with in HTTP, by what came of it. */
export const DELIVERY_STATUS = { ...ERROR_STATUSES, raised: 201, duplicate: 200 };

export function presentReceipt(duplicate: boolean, issue: z.infer<typeof issueRef>): string {
  if (!duplicate) return JSON.stringify({ issue } satisfies z.infer<typeof RaisedSchema>);
  return JSON.stringify({ duplicate, issue } satisfies z.infer<typeof DuplicateSchema>);
}
