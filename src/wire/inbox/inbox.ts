// Somebody's inbox, and what they watch, as they cross the boundary.
import * as z from "zod";
import { INBOX_KINDS, WATCH_REASONS } from "../../domain/inbox/inbox.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import { oneLine } from "../../lib/text/text.ts";
import type { ShownInboxEntry } from "../../storage/inbox/inbox.ts";
import type { Watching } from "../../storage/inbox/watchers.ts";
import { cursor, limit, moment, timestamp } from "../fields.ts";

export const InboxQuery = z.strictObject({ unread: z.enum(["true", "false"]).optional(), limit, cursor });

export const ReadInboxBody = z.strictObject({ until: optional(moment), issue: optional(lookupName) });

export const WatchBody = z.strictObject({ watching: z.boolean() });

export const WatchingSchema = z.strictObject({ watching: z.boolean(), reason: z.enum(WATCH_REASONS).nullable() });

export const InboxCountSchema = z.strictObject({ unread: z.number().int() });

export const InboxEntrySchema = z.strictObject({
  id: z.string(),
  kind: z.enum(INBOX_KINDS),
  at: timestamp,
  by: z.string(),
  times: z.number().int(),
  read_at: timestamp.nullable(),
  app: z.strictObject({ id: z.string(), name: z.string() }),
  issue: z.strictObject({ id: z.string(), code: z.string(), title: z.string() }).nullable(),
  cycle: z.strictObject({ id: z.string(), name: z.string(), status: z.enum(["open", "closed"]) }).nullable(),
  comment: z.string().nullable(),
  connection: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});

export function presentInboxEntry(entry: ShownInboxEntry): string {
  return JSON.stringify(inboxEntryOf(entry));
}

export function inboxEntryOf(entry: ShownInboxEntry): z.infer<typeof InboxEntrySchema> {
  const { id, kind, at, by, times, readAt, appId, appName, commentId, cycleId, cycleName, cycleClosedAt } = entry;
  const { connectionId, connectionName } = entry;
  return {
    id,
    kind,
    at: isoTime(at),
    by,
    times,
    read_at: isoTimeOrNull(readAt),
    app: { id: appId, name: appName },
    issue: issueOf(entry),
    cycle:
      cycleId === null ? null : { id: cycleId, name: cycleName!, status: cycleClosedAt === null ? "open" : "closed" },
    comment: commentId,
    connection: connectionId === null ? null : { id: connectionId, name: connectionName! },
  };
}

function issueOf({ issueId, prefix, number, document }: ShownInboxEntry) {
  if (issueId === null) return null;
  const [title = ""] = (JSON.parse(document!) as { text: string }).text.split("\n", 1);
  return { id: issueId, code: issueCode(prefix, number!), title: oneLine(title) };
}

export function presentWatching(found: Watching | undefined): string {
  const watching = found !== undefined && found.stoppedAt === null;
  return JSON.stringify({ watching, reason: watching ? found.reason : null } satisfies z.infer<typeof WatchingSchema>);
}
