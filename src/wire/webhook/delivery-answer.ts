// What a delivery to the webhook may hold, in the native shape, and what it is answered with.
import * as z from "zod";
import { issueUrl } from "../../domain/issues/issue-url.ts";
import { ErrorSchema } from "../error.ts";
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

const raised = z.strictObject({ issue: issueRef });
const duplicate = z.strictObject({ duplicate: z.literal(true), issue: issueRef });
const fixed = z.strictObject({ fixed: z.literal(true), issue: issueRef });
const ignored = z.strictObject({ ignored: z.enum(["recovery", "event"]) });

/** The outcome of each item in order, if the mapping names a list. */
const items = { items: z.array(z.union([raised, duplicate, fixed, ignored, ErrorSchema])).optional() };

export const RaisedSchema = raised.extend(items);
export const DuplicateSchema = duplicate.extend(items);
export const FixedSchema = fixed.extend(items);
export const IgnoredSchema = z.strictObject({ ignored: z.enum(["recovery", "event", "empty"]), ...items });

type Answered =
  | { outcome: "raised" | "duplicate" | "fixed"; issue: { id: string; code: string } }
  | { outcome: "ignored"; why: z.infer<typeof IgnoredSchema>["ignored"] };
type AnsweredItem = Answered | { refusal: { code: string; message: string } };

export function presentDeliveryAnswer(answer: Answered & { items?: AnsweredItem[] }, baseUrl: string): string {
  const { items } = answer;
  const shown = items === undefined ? {} : { items: items.map((item) => presentItem(item, baseUrl)) };
  return JSON.stringify({ ...present(answer, baseUrl), ...shown });
}

function presentItem(item: AnsweredItem, baseUrl: string) {
  if (!("refusal" in item)) return present(item, baseUrl);
  const { code, message } = item.refusal;
  return { error: { code, message } } satisfies z.infer<typeof ErrorSchema>;
}

function present(answer: Answered, baseUrl: string) {
  if (answer.outcome === "ignored") return { ignored: answer.why } satisfies z.infer<typeof IgnoredSchema>;
  const { id, code } = answer.issue;
  const issue = { id, code, url: issueUrl(baseUrl, id) };
  if (answer.outcome === "raised") return { issue } satisfies z.infer<typeof raised>;
  if (answer.outcome === "fixed") return { fixed: true, issue } satisfies z.infer<typeof fixed>;
  return { duplicate: true, issue } satisfies z.infer<typeof duplicate>;
}
