// Reads one test run and holds it against a runbook, told step by step what it needs. It may sit on a thread of its own.
import type { FaultCode } from "../../domain/fault.ts";
import { planResults, type TestedApp, UnknownPlatform } from "../../domain/results/plan-results.ts";
import { CtrfReader } from "./read-ctrf.ts";
import { JunitReader } from "./read-junit.ts";
import { type RunReader, WrongRun } from "./test-report-reader.ts";
import { type PresentedRun, presentRun } from "./test-run-answer.ts";

export const RUN_FORMATS = ["junit", "ctrf"] as const;
export type RunFormat = (typeof RUN_FORMATS)[number];

export type Told =
  | { tell: "bytes"; bytes: Uint8Array }
  | { tell: "end" }
  /** Forgets the runbook that was told before. */
  | { tell: "app"; platforms: string[]; sections: TestedApp["sections"] }
  | { tell: "checks"; checks: TestedApp["checks"] }
  | { tell: "plan"; platforms: string[]; note: string | null };

export type Said = { run: PresentedRun | null } | { wrong: string; code: FaultCode };

export class RunDesk {
  private readonly reader: RunReader;
  private app: TestedApp = { platforms: [], sections: [], checks: [] };

  constructor(format: RunFormat) {
    this.reader = format === "junit" ? new JunitReader() : new CtrfReader();
  }

  hear(told: Told): Said {
    try {
      return { run: this.follow(told) };
    } catch (error) {
      if (error instanceof WrongRun) return { wrong: error.message, code: "invalid_request" };
      if (error instanceof UnknownPlatform) return { wrong: error.message, code: "unknown_platform" };
      throw error;
    }
  }

  private follow(told: Told): PresentedRun | null {
    if (told.tell === "bytes") this.reader.feed(told.bytes);
    else if (told.tell === "end") this.reader.end();
    else if (told.tell === "app") {
      this.app = { platforms: told.platforms, sections: told.sections, checks: [] };
    } else if (told.tell === "checks") this.app.checks.push(...told.checks);
    else return presentRun(planResults(this.app, this.reader.cases, told.platforms), told.note);
    return null;
  }
}
