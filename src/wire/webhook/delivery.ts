// Deliveries to the webhook as its log shows them.
import * as z from "zod";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { issueUrl } from "../../domain/issues/issue-url.ts";
import { subscribeUrlIn } from "../../integrations/aws-sns/subscribe-url.ts";
import { isoTime } from "../../lib/clock.ts";
import type { Delivery, DeliveryItem, ShownDelivery } from "../../storage/webhook/deliveries.ts";
import { cursor, limit, timestamp } from "../fields.ts";

export const ListDeliveriesQuery = z.strictObject({ limit, cursor });

export const issueRef = z.strictObject({ id: z.string(), code: z.string(), url: z.string() });

const answered = {
  status: z.number(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  duplicate: z.boolean(),
  recovery: z.enum(["ignored", "fixed"]).nullable(),
  issue: issueRef.nullable(),
};
const item = z.strictObject(answered);

const delivery = {
  id: z.string(),
  at: timestamp,
  ...answered,
  items: z.array(item).nullable(),
  replay_of: z.string().nullable(),
};
export const DeliverySchema = z.strictObject(delivery);
export const WholeDeliverySchema = z.strictObject({
  ...delivery,
  headers: z.record(z.string(), z.string()),
  encoding: z.enum(["utf8", "base64", "none"]),
  body: z.string().nullable(),
  confirm_url: z.string().nullable(),
});

interface Origin {
  baseUrl: string;
  prefix: string;
}

export function presentDelivery(row: ShownDelivery, origin: Origin): z.infer<typeof DeliverySchema> {
  const items = row.items === null ? null : (JSON.parse(row.items) as DeliveryItem[]);
  return {
    id: row.id,
    at: isoTime(row.receivedAt),
    ...presentAnswered(row, origin),
    items: items?.map((one) => presentAnswered(one, origin)) ?? null,
    replay_of: row.replayOf,
  };
}

function presentAnswered(answer: DeliveryItem, { baseUrl, prefix }: Origin): z.infer<typeof item> {
  const { status, code, message, recovery, issueId, issueNumber } = answer;
  const hasIssue = issueId !== null && issueNumber !== null;
  return {
    status,
    error: code === null ? null : { code, message: message ?? "" },
    duplicate: status === 200 && issueId !== null && recovery !== "fixed",
    recovery,
    issue: hasIssue ? { id: issueId, code: issueCode(prefix, issueNumber), url: issueUrl(baseUrl, issueId) } : null,
  };
}

export function presentWholeDelivery(
  row: ShownDelivery & Delivery,
  origin: Origin,
): z.infer<typeof WholeDeliverySchema> {
  return {
    ...presentDelivery(row, origin),
    headers: JSON.parse(row.headers),
    encoding: row.encoding,
    body: row.body,
    confirm_url: row.encoding === "utf8" ? subscribeUrlIn(row.body ?? "") : null,
  };
}
