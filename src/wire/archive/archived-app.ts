// An archived app as it crosses the boundary.
import * as z from "zod";
import { isoTime } from "../../lib/clock.ts";
import type { ArchivedApp } from "../../storage/archive/archived-apps.ts";
import { cursor, limit, timestamp } from "../fields.ts";

export const ListArchivedAppsQuery = z.strictObject({ limit, cursor });

export const ArchivedAppSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  checks: z.number().int(),
  open_issues: z.number().int(),
  archived_at: timestamp,
});

export function presentArchivedApp({ id, name, prefix, checks, openIssues, archivedAt }: ArchivedApp): string {
  return JSON.stringify({
    id,
    name,
    prefix,
    checks,
    open_issues: openIssues,
    archived_at: isoTime(archivedAt),
  } satisfies z.infer<typeof ArchivedAppSchema>);
}
