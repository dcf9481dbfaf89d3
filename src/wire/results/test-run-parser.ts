// Reads one test run and holds it against a runbook, one command at a time. It may sit on a thread of its own.
import type { FaultCode } from "../../domain/fault.ts";
import { planResults, type TestedApp, UnknownPlatform } from "../../domain/results/plan-results.ts";
import { NO_MAP, type RunMap } from "../../domain/results/run-map.ts";
import { readRunMap } from "./read-run-map.ts";
import { FormReader } from "./reports/reading/form-reader.ts";
import { type RunReader, WrongRun } from "./reports/reading/report-reader.ts";
import type { RunFormat } from "./reports/report-formats.ts";
import { openReportReader } from "./reports/report-readers.ts";
import { type PresentedRun, presentRun } from "./test-run-answer.ts";

export type ParserCommand =
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "end" }
  /** Begins a runbook, in place of one that was sent before. */
  | { kind: "app"; platforms: string[]; sections: TestedApp["sections"] }
  | { kind: "checks"; checks: TestedApp["checks"] }
  | { kind: "plan"; platforms: string[]; note: string | null };

export type ParserReply = { run: PresentedRun | null } | { wrong: string; code: FaultCode };

export class TestRunParser {
  private readonly reader: RunReader;
  private readonly form: FormReader;
  private map: RunMap = NO_MAP;
  private app: TestedApp = { platforms: [], sections: [], checks: [] };

  /** `format` is null where the file itself says what it is. */
  constructor(format: RunFormat | null) {
    this.reader = openReportReader(format);
    this.form = new FormReader(this.reader);
  }

  handle(command: ParserCommand): ParserReply {
    try {
      return { run: this.follow(command) };
    } catch (error) {
      if (error instanceof WrongRun) return { wrong: error.message, code: "invalid_request" };
      if (error instanceof UnknownPlatform) return { wrong: error.message, code: "unknown_platform" };
      throw error;
    }
  }

  private end(): void {
    this.form.end();
    const { map } = this.form;
    if (map !== null) this.map = readRunMap(map);
  }

  private follow(command: ParserCommand): PresentedRun | null {
    if (command.kind === "bytes") this.form.feed(command.bytes);
    else if (command.kind === "end") this.end();
    else if (command.kind === "app") {
      this.app = { platforms: command.platforms, sections: command.sections, checks: [] };
    } else if (command.kind === "checks") this.app.checks.push(...command.checks);
    else return presentRun(planResults(this.app, this.reader.cases, command.platforms, this.map), command.note);
    return null;
  }
}
