// Results as they cross the boundary.
import * as z from "zod";
import { MAX_BUILD, MAX_NOTE, MAX_RESULTS } from "../../domain/limits.ts";
import { isoTime } from "../../lib/clock.ts";
import { lineText, listOf, longText, lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import { shownAs } from "../../lib/schema/shown-as.ts";
import { attachmentsIn } from "../../storage/results/result-attachments.ts";
import type { ShownResult } from "../../storage/results/results.ts";
import { AttachmentSchema } from "../attachments/attachment.ts";
import { cursor, limit, moment, outcome, platformCodes, timestamp } from "../fields.ts";

/** What results are narrowed down to, beside their app. */
export const resultFilters = {
  check: lookupName.optional(),
  platform: lookupName.optional(),
  outcome: outcome.optional(),
  tester: lookupName.optional(),
  build: lineText(MAX_BUILD).optional(),
  cycle: lookupName.optional(),
  since: moment.optional(),
  until: moment.optional(),
};

export const ListResultsQuery = z.strictObject({
  app: lookupName.optional(),
  ...resultFilters,
  limit,
  cursor,
});

const entry = {
  check: lookupName,
  section: optional(lookupName),
  platforms: optional(platformCodes),
  outcome,
  note: optional(longText(MAX_NOTE)),
  build: optional(lineText(MAX_BUILD)),
  cycle: optional(lookupName),
};

export const RecordResultBody = z.strictObject({ app: lookupName, ...entry });

export const RecordResultsBody = z.strictObject({
  app: lookupName,
  results: listOf(z.strictObject(entry), MAX_RESULTS, 1),
});

/** One result or a batch: a body that has `results` is held against the batch alone, so that its faults make sense. */
export const ResultsBody = shownAs(z.unknown(), z.union([RecordResultBody, RecordResultsBody])).transform(
  (body, context) => {
    const isBatch = typeof body === "object" && body !== null && "results" in body;
    const read = (isBatch ? RecordResultsBody : RecordResultBody).safeParse(body);
    if (read.success) return read.data;
    for (const issue of read.error.issues) {
      context.issues.push({ ...issue, continue: false } as (typeof context.issues)[number]);
    }
    return z.NEVER;
  },
);

export const ResultSchema = z.strictObject({
  id: z.string(),
  app: z.strictObject({ id: z.string(), name: z.string() }),
  check: z.strictObject({ id: z.string(), ref: z.string(), title: z.string() }),
  platform: z.string(),
  outcome,
  note: z.string().nullable(),
  build: z.string().nullable(),
  recorded_by: z.string(),
  recorded_at: timestamp,
  /** The cycle that the result names, if any. */
  cycle: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  /** Attachments, if there are any. */
  attachments: z.array(AttachmentSchema).optional(),
});

export function presentResult(result: ShownResult, appName: string): string {
  return JSON.stringify({
    id: result.id,
    app: { id: result.appId, name: appName },
    check: { id: result.checkId, ref: result.checkRef, title: result.checkTitle },
    platform: result.platform,
    outcome: result.outcome,
    note: result.note,
    build: result.build,
    recorded_by: result.recordedBy,
    recorded_at: isoTime(result.recordedAt),
    ...(result.cycleId === null ? {} : { cycle: { id: result.cycleId, name: result.cycleName! } }),
    ...(typeof result.attachments === "string" ? { attachments: attachmentsIn(result.attachments) } : {}),
  } satisfies z.infer<typeof ResultSchema>);
}
