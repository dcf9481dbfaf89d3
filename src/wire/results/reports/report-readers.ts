// What reads each format, and a reader that finds out by itself which one a report is in. Apart from the list of formats, which the
// command file holds: with the readers it would be four times as large, also if they were loaded only when used, for it is one file.
import type { TestCase } from "../../../domain/results/test-case.ts";
import { CtrfReader } from "./ctrf/read-ctrf.ts";
import { CucumberJsonReader } from "./cucumber/read-cucumber-json.ts";
import { CucumberMessagesReader } from "./cucumber/read-cucumber-messages.ts";
import { JunitReader } from "./junit/read-junit.ts";
import { NunitReader } from "./nunit/read-nunit.ts";
import { insteadOfReport } from "./other-reports.ts";
import { DecodingReader } from "./reading/decoding-reader.ts";
import { LOOKED_AT } from "./reading/first-bytes.ts";
import { type RunReader, WrongRun } from "./reading/report-reader.ts";
import { ALL_FORMATS, type RunFormat, recogniseReport } from "./report-formats.ts";
import { StatusSheetReader } from "./spreadsheet/read-status-sheet.ts";
import { StatusTableReader } from "./table/read-table.ts";
import { TapReader } from "./tap/read-tap.ts";
import { TestLinkResultsReader } from "./testlink/read-testlink-results.ts";
import { TestRailRunReader } from "./testrail/read-testrail-run.ts";
import { TrxReader } from "./trx/read-trx.ts";
import { XrayResultsReader } from "./xray/read-xray-results.ts";

const READERS: Record<RunFormat, () => RunReader> = {
  junit: () => new JunitReader(),
  trx: () => new TrxReader(),
  nunit: () => new NunitReader(),
  "cucumber-messages": () => new CucumberMessagesReader(),
  "cucumber-json": () => new CucumberJsonReader(),
  xray: () => new XrayResultsReader(),
  ctrf: () => new CtrfReader(),
  tap: () => new TapReader(),
  testrail: () => new TestRailRunReader(),
  testlink: () => new TestLinkResultsReader(),
  spreadsheet: () => new StatusSheetReader(),
  table: () => new StatusTableReader(),
};

/** Null: the file says by its first bytes what it is. */
export function openReportReader(format: RunFormat | null): RunReader {
  return new DecodingReader(format === null ? new RecognisingReader() : READERS[format]());
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
    this.reader = READERS[format]();
    this.reader.feed(head);
  }
}
