// The formats of a runbook's file.

import { IMPORTER_NAMES, IMPORTERS, type ImporterName } from "./importers/importer-registry.ts";
import type { ColumnMatch } from "./importers/reading/column-fields.ts";

export type RunbookFormat = "yaml" | "json" | "csv";

/** The format of a file: our own, in any of the forms above, or another tool's. */
export type ImportFormat = "runbook" | ImporterName;

export const IMPORT_FORMATS: readonly ImportFormat[] = ["runbook", ...IMPORTER_NAMES];

/** How a file is to be read. */
export interface AskedReading {
  /** What its name or its type say; null where they say nothing. */
  type: RunbookFormat | null;
  /** The format; null takes the one that the file looks like. */
  format: ImportFormat | null;
  /** Put in front of the ids of another tool. */
  refPrefix: string;
  /** Whether fields of another tool that a check does not have stand at the end of its instructions. */
  keepFields: boolean;
  /** What the columns of a table are matched with; null: what their names say. */
  columns: ColumnMatch | null;
  /** Whether some column is taken for the titles where no name says which: for a plan that shows what could be matched. */
  guesses: boolean;
}

/** The format's name for people. */
export function labelOfFormat(format: ImportFormat): string {
  return format === "runbook" ? "Runbook" : IMPORTERS[format].label;
}

export const RUNBOOK_TYPES: Record<RunbookFormat, string> = {
  yaml: "application/yaml; charset=utf-8",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

const TYPES: Record<string, RunbookFormat> = {
  "application/json": "json",
  "text/json": "json",
  "application/yaml": "yaml",
  "application/x-yaml": "yaml",
  "text/yaml": "yaml",
  "text/x-yaml": "yaml",
  "text/csv": "csv",
  "application/csv": "csv",
  "text/tab-separated-values": "csv",
  // What some systems call a table that a spreadsheet has written.
  "application/vnd.ms-excel": "csv",
};

/** The format that a Content-Type stands for; null for one that says nothing useful. */
export function formatOfType(contentType: string | undefined): RunbookFormat | null {
  const [type] = (contentType ?? "").split(";", 1);
  const name = type!.trim().toLowerCase();
  if (Object.hasOwn(TYPES, name)) return TYPES[name]!;
  return name.endsWith("+json") ? "json" : name.endsWith("+yaml") ? "yaml" : null;
}
