// What was forwarded to a connected tool, as its log shows it.
import * as z from "zod";
import { EVENT_TYPES, ISSUE_EVENT_KINDS, type KeptEvent } from "../../domain/connections/connection.ts";
import type { PublishedEvent } from "../../domain/connections/published-event.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import type { Forward } from "../../storage/connections/forwards.ts";
import { cursor, limit, timestamp } from "../fields.ts";

export const ListForwardsQuery = z.strictObject({ limit, cursor });

export const ForwardSchema = z.strictObject({
  id: z.string(),
  kind: z.enum([...ISSUE_EVENT_KINDS, ...EVENT_TYPES, "test"]),
  issue_id: z.string().nullable(),
  issue_code: z.string().nullable(),
  state: z.enum(["pending", "delivered", "failed", "cancelled"]),
  attempts: z.number(),
  outcome: z.string().nullable(),
  http_status: z.number().nullable(),
  created_at: timestamp,
  tried_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
});

export function presentForward(row: Forward): z.infer<typeof ForwardSchema> {
  return {
    id: row.id,
    kind: row.kind,
    issue_id: row.issueId,
    issue_code: row.issueId === null ? null : codeIn(JSON.parse(row.event)),
    state: row.state === "waiting" ? "pending" : row.state,
    attempts: row.attempts,
    outcome: row.outcome,
    http_status: row.httpStatus,
    created_at: isoTime(row.createdAt),
    tried_at: isoTimeOrNull(row.triedAt),
    finished_at: isoTimeOrNull(row.finishedAt),
  };
}

function codeIn(event: KeptEvent | PublishedEvent): string {
  return "type" in event ? event.data.issue!.code : event.issue.code;
}
