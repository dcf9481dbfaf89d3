// An issue's history as it crosses the boundary.
import * as z from "zod";
import { isoTime } from "../../lib/clock.ts";
import type { EventKind } from "../../storage/apps/events.ts";
import type { HistoryEntry } from "../../storage/issues/issue-history.ts";
import { cursor, limit, timestamp } from "../fields.ts";

export const HistoryQuery = z.strictObject({ limit, cursor });

export const HistoryEntrySchema = z.strictObject({
  at: timestamp,
  by: z.string(),
  kind: z.enum([
    "raised",
    "edited",
    "fixed",
    "partly_fixed",
    "reopened",
    "confirmed",
    "unconfirmed",
    "verified",
    "attached",
    "detached",
    "assigned",
    "moved",
    "commented",
    "comment_edited",
    "comment_deleted",
  ]),
  changes: z.record(z.string(), z.unknown()),
});

export function presentHistoryEntry({ at, by, kind, changes }: HistoryEntry): string {
  return `{"at":"${isoTime(at)}","by":${JSON.stringify(by)},"kind":"${presentKind(kind)}","changes":${changes}}`;
}

function presentKind(kind: EventKind): string {
  return kind.slice("issue_".length);
}
