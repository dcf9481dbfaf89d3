// Exports of other tools, and what is expected of reading them.
import { readFileSync } from "node:fs";
import { readCsvRows } from "../../../src/lib/formats/csv.ts";

interface ExpectedExport {
  importer: string;
  sections: { path: string[]; checks: { ref: string | null; title: string; steps?: number }[] }[];
}

export const EXPORTS = "test/samples/exports";

export const EXPECTED_EXPORTS = JSON.parse(readFileSync(`${EXPORTS}/expected.json`, "utf8")) as Record<
  string,
  ExpectedExport
>;

export function exportRows(name: string): string[][] {
  return readCsvRows(readFileSync(`${EXPORTS}/${name}`, "utf8")).map((row) => row.map(({ text }) => text));
}

export function writeTable(rows: readonly (readonly string[])[], separator: string): string {
  return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join("\n");
}
