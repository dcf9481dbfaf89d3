// Opens what reads a report: of a format that is named, or of the one that the report says by its first bytes.
import type { TestCase } from "../../../domain/results/test-case.ts";
import { insteadOfReport } from "./other-reports.ts";
import { DecodingReader } from "./reading/decoding-reader.ts";
import { LOOKED_AT } from "./reading/first-bytes.ts";
import { type RunReader, WrongRun } from "./reading/report-reader.ts";
import { ALL_FORMATS, REPORT_FORMATS, type RunFormat, recogniseReport } from "./report-formats.ts";

/** All are loaded with this file: what reads a report reads it as it comes, without waiting for a reader. */
const READERS = Object.fromEntries(
  await Promise.all(Object.entries(REPORT_FORMATS).map(async ([name, { reader }]) => [name, await reader()])),
) as Record<RunFormat, new () => RunReader>;

/** Null: the file says by its first bytes what it is. */
export function openReportReader(format: RunFormat | null): RunReader {
  return new DecodingReader(format === null ? new RecognisingReader() : new READERS[format]());
}

class RecognisingReader implements RunReader {
  private head: Uint8Array[] = [];
  private size = 0;
  private reader: RunReader | null = null;

  get cases(): TestCase[] {
    return this.reader?.cases ?? [];
  }

  feed(bytes: Uint8Array): void {
    if (this.reader !== null) this.reader.feed(bytes);
    else {
      this.head.push(bytes);
      this.size += bytes.length;
      if (this.size >= LOOKED_AT) this.recognise();
    }
  }

  end(): void {
    if (this.reader === null) this.recognise();
    this.reader!.end();
  }

  private recognise(): void {
    const head = Buffer.concat(this.head);
    this.head = [];
    // Text in UTF-16 without its mark has a NUL beside its first letter; elsewhere a test has printed a NUL.
    if (/^.?\0/s.test(head.toString("latin1", 0, 2)))
      throw new WrongRun("The file is not UTF-8 text: save it as UTF-8.");
    const instead = insteadOfReport(head);
    if (instead !== null) throw new WrongRun(instead);
    const format = recogniseReport(head);
    if (format === null) throw new WrongRun(`The file is no report that is known: send ${ALL_FORMATS}.`);
    this.reader = new READERS[format]();
    this.reader.feed(head);
  }
}
