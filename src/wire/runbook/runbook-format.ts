// The formats of a runbook's file.

export type RunbookFormat = "yaml" | "json" | "csv";

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
