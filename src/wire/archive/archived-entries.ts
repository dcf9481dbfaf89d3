// What left the runbook, as it crosses the boundary.
import * as z from "zod";
import { isoTime } from "../../lib/clock.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import type { ArchivedCheck, ArchivedSection } from "../../storage/archive/archived-entries.ts";
import { cursor, limit, timestamp } from "../fields.ts";

const listed = { app: lookupName, limit, cursor };

export const ListArchivedChecksQuery = z.strictObject({ ...listed, check: lookupName.optional() });
export const ListArchivedSectionsQuery = z.strictObject({ ...listed, section: lookupName.optional() });
export const RestoreCheckBody = z.strictObject({ section: optional(lookupName) });

const entry = { id: z.string(), ref: z.string(), title: z.string() };

export const ArchivedSectionSchema = z.strictObject({ ...entry, archived_at: timestamp });
export const ArchivedCheckSchema = z.strictObject({
  ...entry,
  section: z.strictObject({ ...entry, archived: z.boolean() }).nullable(),
  archived_at: timestamp,
});

export function presentArchivedSection({ id, ref, title, archivedAt }: ArchivedSection): string {
  return JSON.stringify({ id, ref, title, archived_at: isoTime(archivedAt) } satisfies z.infer<
    typeof ArchivedSectionSchema
  >);
}

export function presentArchivedCheck(check: ArchivedCheck): string {
  const { id, ref, title, archivedAt, sectionId, sectionRef, sectionTitle, isSectionGone } = check;
  return JSON.stringify({
    id,
    ref,
    title,
    section:
      sectionId === null
        ? null
        : { id: sectionId, ref: sectionRef!, title: sectionTitle!, archived: isSectionGone === 1 },
    archived_at: isoTime(archivedAt),
  } satisfies z.infer<typeof ArchivedCheckSchema>);
}
