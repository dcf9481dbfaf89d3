// Sending a runbook to be imported, or to be told what importing it would do.
import { MAX_RUNBOOK_BYTES, MAX_RUNBOOK_MEGABYTES } from "../../../../src/wire/limits.ts";
import { ApiError, pathWith, upload } from "../../api/client.ts";
import type { RunbookImport } from "../../api/types.ts";
import { recogniseFile } from "./recognise-file.ts";

export interface ImportRequest {
  /** The app to update; null: the one that the file names. */
  app: string | null;
  /** The name of a new app; null if one is chosen. */
  name: string | null;
  platforms: string | null;
  refPrefix: string;
  keepFields: boolean;
  prune: boolean;
  /** The columns of each field; null: as they are recognised. */
  columns: Record<string, string[]> | null;
}

const TYPES: Record<string, string> = {
  yaml: "application/yaml",
  yml: "application/yaml",
  json: "application/json",
  csv: "text/csv",
  tsv: "text/csv",
};

export async function importRunbook(
  file: File,
  { app, name, platforms, refPrefix, keepFields, prune, columns }: ImportRequest,
  dryRun: boolean,
): Promise<RunbookImport> {
  // Said here: a server that stops reading looks like one that can't be reached.
  if (file.size > MAX_RUNBOOK_BYTES) {
    throw new ApiError(
      413,
      "too_large",
      `The file is over ${MAX_RUNBOOK_MEGABYTES} MB: import it with retest app import, or in parts.`,
    );
  }
  const found = await recogniseFile(file);
  if (found.kind === "other") throw new ApiError(400, "not_a_runbook", found.words);
  if (found.kind === "report") {
    throw new ApiError(400, "not_a_runbook", "This is a report of a test run. Drop it on the runbook of its app.");
  }
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const params = {
    app,
    name,
    platforms,
    dry_run: dryRun || undefined,
    prune: prune || undefined,
    ref_prefix: refPrefix || undefined,
    keep_fields: keepFields || undefined,
    columns: columns === null ? undefined : JSON.stringify(columns),
  };
  return upload(pathWith("/apps/import", params), file, TYPES[ending] ?? "application/octet-stream");
}
