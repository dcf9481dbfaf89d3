// Reads a report as the server does, whatever its format, for tests of what is read and refused.
import type { TestCase } from "../../../src/domain/results/test-case.ts";
import { WrongRun } from "../../../src/wire/results/reports/reading/report-reader.ts";
import { openReportReader } from "../../../src/wire/results/reports/report-readers.ts";

/** The cases of a report that comes in pieces of so many bytes. */
export function casesOfReport(file: string | Buffer, size = 65_536): TestCase[] {
  const reader = openReportReader(null);
  const bytes = Buffer.from(file);
  for (let i = 0; i < bytes.length; i += size) reader.feed(Uint8Array.from(bytes.subarray(i, i + size)));
  reader.end();
  return reader.cases;
}

/** What a report is refused with; empty for one that is read. */
export function refusalOfReport(file: string | Buffer): string {
  try {
    casesOfReport(file);
  } catch (error) {
    if (error instanceof WrongRun) return error.message;
    throw error;
  }
  return "";
}
