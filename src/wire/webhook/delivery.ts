// Deliveries to the webhook as its log shows them.
import * as z from "zod";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { issueUrl } from "../../domain/webhook/issue-fixed-event.ts";
import { isoTime } from "../../lib/clock.ts";
import type { Delivery, ShownDelivery } from "../../storage/webhook/deliveries.ts";
import { cursor, limit, timestamp } from "../fields.ts";

export const ListDeliveriesQuery = z.strictObject({ limit, cursor });

export const issueRef = z.strictObject({ id: z.string(), code: z.string(), url: z.string() });

const delivery = {
  id: z.string(),
  at: timestamp,
  status: z.number(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  duplicate: z.boolean(),
  recovery: z.enum(["ignored", "fixed"]).nullable(),
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

interface Origin {
  baseUrl: string;
  prefix: string;
}

export function presentDelivery(row: ShownDelivery, { baseUrl, prefix }: Origin): z.infer<typeof DeliverySchema> {
  const { id, issueId, issueNumber, code, message } = row;
  const hasIssue = issueId !== null && issueNumber !== null;
  return {
    id,
    at: isoTime(row.receivedAt),
    status: row.status,
    error: code === null ? null : { code, message: message ?? "" },
    duplicate: row.status === 200 && issueId !== null && row.recovery !== "fixed",
    recovery: row.recovery,
    issue: hasIssue ? { id: issueId, code: issueCode(prefix, issueNumber), url: issueUrl(baseUrl, issueId) } : null,
    replay_of: row.replayOf,
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
  };
}
