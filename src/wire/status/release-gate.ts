// The release gate as it crosses the boundary.
import * as z from "zod";
import { MAX_GATE_ALLOWED } from "../../domain/limits.ts";
import { decideGate, GATE_RULES, type GateFigures, STRICT, type Thresholds } from "../../domain/status/release-gate.ts";
import { percentComplete } from "../../domain/status/summary.ts";
import { lookupName, wholeNumber } from "../../lib/schema/fields.ts";
import type { App } from "../../storage/apps/apps.ts";
import { counts, presentTally } from "../apps/app.ts";
import { codesInQuery } from "../fields.ts";

function threshold(max: number, otherwise: number) {
  return wholeNumber(0, max)
    .optional()
    .transform((value) => value ?? otherwise);
}

export const thresholdFields = {
  percent: threshold(100, STRICT.percent),
  max_failed: threshold(MAX_GATE_ALLOWED, STRICT.maxFailed),
  max_open: threshold(MAX_GATE_ALLOWED, STRICT.maxOpen),
};

export const GateQuery = z.strictObject({
  ...thresholdFields,
  platforms: codesInQuery,
  /** The former name of `platforms`. */
  platform: codesInQuery,
  cycle: lookupName.optional(),
});

export const GateSchema = z.strictObject({
  app: z.strictObject({ id: z.string(), name: z.string() }),
  result: z.enum(["pass", "fail"]),
  reasons: z.array(z.strictObject({ rule: z.enum(GATE_RULES), message: z.string() })),
  thresholds: z.strictObject({
    percent: z.number().int(),
    max_failed: z.number().int(),
    max_open: z.number().int(),
  }),
  platforms: z.array(z.string()),
  ...counts,
  percent_complete: z.number().int(),
  open_issues: z.number().int(),
  /** The cycle, if one was asked for. */
  cycle: z.strictObject({ id: z.string(), name: z.string() }).optional(),
});

/** What the gate says of the figures. `platforms` are those that were looked at; all of the app's, or of the cycle's, where none was asked for. */
export function presentGate(
  { id, name }: App,
  platforms: readonly string[],
  thresholds: Thresholds,
  figures: GateFigures,
  cycle: { id: string; name: string } | null = null,
): z.infer<typeof GateSchema> {
  const { percent, maxFailed, maxOpen } = thresholds;
  const { result, reasons } = decideGate(figures, thresholds);
  return {
    app: { id, name },
    result,
    reasons,
    thresholds: { percent, max_failed: maxFailed, max_open: maxOpen },
    platforms: [...platforms],
    ...presentTally(figures),
    percent_complete: percentComplete(figures),
    open_issues: figures.openIssues,
    ...(cycle === null ? {} : { cycle: { id: cycle.id, name: cycle.name } }),
  };
}
