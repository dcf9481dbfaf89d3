// Results as a file: a row or a line for each, in pieces.
import * as z from "zod";
import { isoTime } from "../../lib/clock.ts";
import { writeCsvRow } from "../../lib/formats/csv.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { attachmentsIn } from "../../storage/results/result-attachments.ts";
import type { ExportedResult } from "../../storage/results/result-pages.ts";
import { presentResult, resultFilters } from "./result.ts";

export type ResultsFormat = "csv" | "jsonl";

export const ExportResultsQuery = z.strictObject({
  app: lookupName,
  ...resultFilters,
  format: z
    .enum(["csv", "jsonl"])
    .optional()
    .transform((value) => value ?? "csv"),
});

export const RESULTS_TYPES: Record<ResultsFormat, string> = {
  csv: "text/csv; charset=utf-8; header=present",
  jsonl: "application/x-ndjson; charset=utf-8",
};

const COLUMNS = [
  ...["app", "section", "ref", "title", "platform", "outcome", "tester", "recorded_at", "build", "cycle", "note"],
  "attachments",
];

/** The beginning of an exported file. CSV starts with the mark by which spreadsheets know UTF-8. */
export function headOfResults(format: ResultsFormat): string {
  return format === "csv" ? `\ufeff${writeCsvRow(COLUMNS)}` : "";
}

export function writeResultLines(appName: string, results: readonly ExportedResult[], format: ResultsFormat): string {
  if (format === "jsonl") return results.map((result) => `${presentResult(result, appName)}\n`).join("");
  return results.map((result) => writeCsvRow(rowOf(appName, result))).join("");
}

function rowOf(appName: string, result: ExportedResult): string[] {
  const { sectionTitle, checkRef, checkTitle, platform, outcome, recordedBy, recordedAt, build, cycleName, note } =
    result;
  const files = attachmentsIn(result.attachments).map(({ name }) => name);
  const where = [appName, sectionTitle ?? "", checkRef, checkTitle, platform];
  const what = [outcome, recordedBy, isoTime(recordedAt), build ?? "", cycleName ?? "", note ?? ""];
  return [...where, ...what, files.join(", ")];
}
