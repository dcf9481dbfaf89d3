// Importing and exporting runbooks: what the requests may ask, and how a plan is answered.
import * as z from "zod";
import { Fault } from "../../domain/fault.ts";
import { MAX_REF } from "../../domain/limits.ts";
import type { Counts, ImportStep } from "../../domain/runbook/import-steps.ts";
import type { RunbookFile } from "../../domain/runbook/runbook-file.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { appName, codesInQuery, flag, platformList } from "../fields.ts";
import { COLUMN_FIELDS, type ColumnMatch } from "./importers/reading/column-fields.ts";
import type { ReadRunbook } from "./read-runbook.ts";
import { type AskedReading, IMPORT_FORMATS, labelOfFormat, type RunbookFormat } from "./runbook-format.ts";

const format = z.enum(IMPORT_FORMATS);

const columnNames = z.union([z.string(), z.array(z.string()).max(50)]).transform((names) => [names].flat());
const columnMatch = z.partialRecord(z.enum(COLUMN_FIELDS), columnNames);

/** An object in JSON: `{"title": "Case", "section": ["Area", "Feature"]}`. */
const matchInQuery = z
  .string()
  .max(16_384)
  .optional()
  .transform((text, context) => {
    if (text === undefined) return null;
    const read = columnMatch.safeParse(parsed(text));
    if (read.success) return read.data as ColumnMatch;
    context.addIssue(`expected an object in JSON that gives the columns of ${COLUMN_FIELDS.join(", ")} by their names`);
    return z.NEVER;
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How a file is to be read, and what is to be done with it. */
export const ImportQuery = z.strictObject({
  app: lookupName.optional(),
  dry_run: flag,
  prune: flag,
  format: format.optional(),
  name: appName.optional(),
  platforms: codesInQuery,
  ref_prefix: z.string().max(MAX_REF).optional(),
  keep_fields: flag,
  columns: matchInQuery,
});

export function askedReading(type: RunbookFormat | null, query: z.infer<typeof ImportQuery>): AskedReading {
  return {
    type,
    format: query.format ?? (query.columns === null ? null : "table"),
    refPrefix: query.ref_prefix ?? "",
    keepFields: query.keep_fields,
    columns: query.columns,
    guesses: query.dry_run,
  };
}

/** The file with the name and platforms that a new app needs, where it has none of its own. Throws `invalid_request`. */
export function withNames(file: RunbookFile, name: string | undefined, codes: readonly string[]): RunbookFile {
  if (name === undefined && codes.length === 0) return file;
  if (file.name !== null) {
    throw new Fault("invalid_request", "name, platforms: the file says both itself; leave them out.");
  }
  if (codes.length === 0) return { ...file, name: name! };
  const read = platformList.safeParse(codes.map((code) => ({ code })));
  if (!read.success) throw new Fault("invalid_request", `platforms: ${read.error.issues[0]!.message}.`);
  return { ...file, name: name ?? null, platforms: codes.map((code) => ({ code, label: null })) };
}

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
  format: z.strictObject({ name: format, label: z.string() }),
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
  left_out: z.array(
    z.strictObject({
      field: z.string(),
      why: z.string(),
      count: z.number().int(),
      lines: z.array(z.number().int()),
    }),
  ),
  columns: z.array(
    z.strictObject({ name: z.string(), field: z.enum(COLUMN_FIELDS).nullable(), samples: z.array(z.string()) }),
  ),
});

export function presentImport(
  imported: { app: { id: string; name: string } | null; created: boolean; steps: ImportStep[]; counts: Counts },
  { format: read, leftOut, columns }: ReadRunbook,
  dryRun: boolean,
): z.infer<typeof ImportSchema> {
  const { app, created, steps, counts } = imported;
  const shown = { name: read, label: labelOfFormat(read) };
  return { app, created, dry_run: dryRun, format: shown, plan: steps, counts, left_out: leftOut, columns };
}
