// Checks as they cross the boundary, each with its status per platform.
import * as z from "zod";
import { MAX_BATCH_CHECKS, MAX_INSTRUCTIONS } from "../../domain/limits.ts";
import { isoTime } from "../../lib/clock.ts";
import { listOf, longText, lookupName } from "../../lib/schema/fields.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import type { App } from "../../storage/apps/apps.ts";
import type { ShownCheck } from "../../storage/runbook/checks.ts";
import type { ShownPlatformStatus } from "../../storage/status/platform-statuses.ts";
import { cursor, limit, outcome, platformCodes, position, ref, status, timestamp, title } from "../fields.ts";

export const ListChecksQuery = z.strictObject({
  app: lookupName,
  section: lookupName.optional(),
  status: status.optional(),
  platform: lookupName.optional(),
  limit,
  cursor,
});

const newCheck = {
  ref: optional(ref),
  title,
  instructions: optional(longText(MAX_INSTRUCTIONS)),
  not_applicable: optional(platformCodes),
};
const place = { app: lookupName, section: lookupName, position: optional(position), after: optional(lookupName) };
export const ONE_PLACE = "name position or after, not both";

export const NewCheckBody = z.strictObject(newCheck);
export const CreateCheckBody = z.strictObject({ ...place, ...newCheck }).refine(hasOnePlace, ONE_PLACE);
export const CreateChecksBody = z
  .strictObject({ ...place, checks: listOf(NewCheckBody, MAX_BATCH_CHECKS, 1) })
  .refine(hasOnePlace, ONE_PLACE);
export const ArchiveChecksBody = z.strictObject({
  app: lookupName,
  checks: listOf(lookupName, MAX_BATCH_CHECKS, 1),
});
export const ArchivedSchema = z.strictObject({ archived: z.array(z.string()) });

export const ChangeCheckBody = z
  .strictObject({
    ref: optional(ref),
    title: optional(title),
    instructions: longText(MAX_INSTRUCTIONS).nullable().optional(),
    section: optional(lookupName),
    position: optional(position),
    after: optional(lookupName),
  })
  .refine(namesSomething, "name at least one of ref, title, instructions, section, position, after")
  .refine(hasOnePlace, ONE_PLACE);

export const NotApplicableBody = z.strictObject({ platforms: platformCodes });

export const CheckSchema = z.strictObject({
  id: z.string(),
  app: z.strictObject({ id: z.string(), name: z.string() }),
  section: z.strictObject({ id: z.string(), ref: z.string(), title: z.string() }),
  ref: z.string(),
  title: z.string(),
  instructions: z.string().nullable(),
  created_at: timestamp,
  platforms: z.array(
    z.strictObject({
      code: z.string(),
      status,
      last_result: z
        .strictObject({
          id: z.string(),
          outcome,
          recorded_by: z.string(),
          recorded_at: timestamp,
          note: z.string().nullable(),
          build: z.string().nullable(),
        })
        .nullable(),
      open_issues: z.number().int(),
    }),
  ),
});

/** `codes` are the app's platforms in their order. */
export function presentCheck(
  app: Pick<App, "id" | "name">,
  codes: readonly string[],
  check: Omit<ShownCheck, "appId" | "archivedAt" | "position" | "sectionPosition">,
  platformStatuses: readonly ShownPlatformStatus[],
): string {
  const byPlatform = new Map(platformStatuses.map((platformStatus) => [platformStatus.platform, platformStatus]));
  return JSON.stringify({
    id: check.id,
    app: { id: app.id, name: app.name },
    section: { id: check.sectionId, ref: check.sectionRef, title: check.sectionTitle },
    ref: check.ref,
    title: check.title,
    instructions: check.instructions,
    created_at: isoTime(check.createdAt),
    platforms: codes.flatMap((code) => {
      const platformStatus = byPlatform.get(code);
      return platformStatus === undefined ? [] : [presentPlatformStatus(platformStatus)];
    }),
  } satisfies z.infer<typeof CheckSchema>);
}

function presentPlatformStatus(platformStatus: ShownPlatformStatus) {
  const { platform, status, openIssues, resultId, outcome, recordedBy, recordedAt, note, build } = platformStatus;
  const last_result =
    resultId === null
      ? null
      : { id: resultId, outcome: outcome!, recorded_by: recordedBy!, recorded_at: isoTime(recordedAt!), note, build };
  return { code: platform, status, last_result, open_issues: openIssues };
}

export function hasOnePlace({
  position,
  after,
}: {
  position?: number | undefined;
  after?: string | undefined;
}): boolean {
  return position === undefined || after === undefined;
}
