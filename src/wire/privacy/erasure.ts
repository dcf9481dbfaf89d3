// Erasures as they cross the boundary.
import * as z from "zod";
import { ERASURE_KINDS, ERASURE_STATES, type Erasure, failedAtOf } from "../../domain/privacy/erasure.ts";
import { isReporterEmail } from "../../domain/report/reporter-email.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { cursor, knownEmail, limit, timestamp } from "../fields.ts";

const MIN_ADDRESS = 3;

/** Reporters may have anything for an address; what has no `@` has to be that of an issue. */
const reporterAddress = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(
    (text) => text.length >= MIN_ADDRESS && isReporterEmail(text),
    `expected an address of at least ${MIN_ADDRESS} characters`,
  );

/** How each kind of subject is named. */
export const ERASURE_SUBJECTS = { person: knownEmail, reporter: reporterAddress, app: lookupName };

/** The subject of an erasure, named twice to confirm it. */
export const StartErasureBody = z
  .strictObject({ kind: z.enum(ERASURE_KINDS), subject: z.string(), confirm: z.string() })
  .transform((body, context) => {
    const read = ERASURE_SUBJECTS[body.kind].safeParse(body.subject);
    if (read.success) return { ...body, subject: read.data };
    context.addIssue({ code: "custom", path: ["subject"], message: read.error.issues[0]!.message });
    return z.NEVER;
  });

export const ListErasuresQuery = z.strictObject({ limit, cursor });

/** An erasure's state; nothing in it says who or what was erased. */
export const ErasureSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(ERASURE_KINDS),
  state: z.enum(ERASURE_STATES),
  steps_done: z.number().int(),
  steps: z.number().int(),
  rows_changed: z.number().int(),
  started_at: timestamp,
  started_by: z.string().nullable(),
  finished_at: timestamp.nullable(),
  failed_at: timestamp.nullable(),
});

export function presentErasure(erasure: Erasure, { done, steps }: { done: number; steps: number }): string {
  const { id, kind, state, changed, startedAt, startedBy, finishedAt } = erasure;
  return JSON.stringify({
    id,
    kind,
    state,
    steps_done: done,
    steps,
    rows_changed: changed,
    started_at: isoTime(startedAt),
    started_by: startedBy,
    finished_at: isoTimeOrNull(finishedAt),
    failed_at: isoTimeOrNull(failedAtOf(erasure)),
  } satisfies z.infer<typeof ErasureSchema>);
}
