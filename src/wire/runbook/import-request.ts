// Importing and exporting runbooks: what the requests may ask, and how a plan is answered.
import * as z from "zod";
import type { Counts, ImportStep } from "../../domain/runbook/import-steps.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { flag } from "../fields.ts";

export const ImportQuery = z.strictObject({ app: lookupName.optional(), dry_run: flag, prune: flag });

export const ExportQuery = z.strictObject({
  format: z
    .enum(["yaml", "json", "csv"])
    .optional()
    .transform((value) => value ?? "yaml"),
  cycle: lookupName.optional(),
});

const counts = z.strictObject({
  created: z.number().int(),
  changed: z.number().int(),
  moved: z.number().int(),
  archived: z.number().int(),
  deleted: z.number().int(),
  unchanged: z.number().int(),
});

export const ImportSchema = z.strictObject({
  app: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  created: z.boolean(),
  dry_run: z.boolean(),
  plan: z.array(
    z.strictObject({
      change: z.enum(["create", "change", "move", "archive", "delete"]),
      kind: z.enum(["app", "platform", "section", "check"]),
      ref: z.string().nullable(),
      title: z.string(),
      details: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
    }),
  ),
  counts,
});

export function presentImport(
  imported: { app: { id: string; name: string } | null; created: boolean; steps: ImportStep[]; counts: Counts },
  dryRun: boolean,
): z.infer<typeof ImportSchema> {
  const { app, created, steps, counts } = imported;
  return { app, created, dry_run: dryRun, plan: steps, counts };
}
