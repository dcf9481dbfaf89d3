// A preview: the issue that a payload would raise, and where each of its fields comes from.
import * as z from "zod";
import { RECOVERIES, type Recoveries } from "../../domain/report/recovery.ts";
import type { Reported } from "../../domain/report/report.ts";
import type { PlacedReport } from "../../domain/report/report-place.ts";
import { optional } from "../../lib/schema/optional.ts";
import { priority } from "../fields.ts";
import { defaults, mapping, preset } from "./webhook-config.ts";

/** The payload as text, so that a field's name doesn't decide how it is read. */
const payload = z.union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))]);

export const PreviewBody = z
  .strictObject({
    payload: optional(payload),
    delivery: optional(z.string().max(100)),
    preset: optional(preset),
    mapping: optional(mapping),
    ...defaults,
  })
  .refine(
    (body) => (body.payload === undefined) !== (body.delivery === undefined),
    "give either a payload or the id of a delivery",
  );

/** What one report would become. */
const report = {
  issue: z
    .strictObject({
      title: z.string(),
      text: z.string(),
      platforms: z.array(z.string()),
      all_platforms: z.boolean(),
      priority: priority.nullable(),
      check: z.strictObject({ id: z.string(), ref: z.string(), title: z.string() }).nullable(),
      section_id: z.string().nullable(),
      raised_by: z.string(),
      reporter: z.strictObject({ name: z.string(), email: z.string().optional() }).nullable(),
      webhook: z.strictObject({
        source: z.string().nullable(),
        external_id: z.string().nullable(),
        link: z.string().nullable(),
      }),
    })
    .nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  recovery: z.enum(RECOVERIES).nullable(),
  ignored: z.boolean(),
};
const item = z.strictObject(report);

export const PreviewSchema = z.strictObject({
  ...report,
  items: z.array(item).nullable(),
  fields: z.array(
    z.strictObject({
      field: z.string(),
      value: z.union([z.string(), z.array(z.string())]).nullable(),
      from: z.enum(["mapping", "preset", "native", "default"]).nullable(),
      expression: z.string().nullable(),
      alternative: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
});

export interface ReportToPreview {
  reported: Reported;
  placed: PlacedReport;
  raisedBy: string;
  error: { code: string; message: string } | null;
}

/** Presents a preview. Of a list all items are shown, and the sources of fields only for the first. */
export function presentPreview(
  reports: readonly ReportToPreview[],
  isList: boolean,
  recoveries: Recoveries,
): z.infer<typeof PreviewSchema> {
  const items = isList ? reports.map((one) => presentReport(one, recoveries)) : null;
  const [first] = reports;
  if (first === undefined) return { ...NOTHING, items, fields: [] };
  const { fields, placeFields, report } = first.reported;
  const all = report === null ? fields : [...fields, ...placeFields(first.placed)];
  return { ...presentReport(first, recoveries), items, fields: all };
}

const NOTHING = { issue: null, error: null, recovery: null, ignored: false };

function presentReport(
  { reported: { report, isRecovery, isIgnored }, placed, raisedBy, error }: ReportToPreview,
  recoveries: Recoveries,
): z.infer<typeof item> {
  if (report === null) return { issue: null, error, recovery: null, ignored: isIgnored };
  const { title, text, platforms, reporter, source, externalId, link } = report;
  const { check } = placed;
  return {
    issue: {
      title,
      text,
      platforms,
      all_platforms: platforms.length === 0,
      priority: report.priority,
      check: check && { id: check.id, ref: check.ref, title: check.title },
      section_id: placed.section?.id ?? null,
      raised_by: raisedBy,
      reporter,
      webhook: { source, external_id: externalId, link },
    },
    error,
    recovery: isRecovery ? recoveries : null,
    ignored: false,
  };
}
