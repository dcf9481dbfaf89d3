// What the report of a runbook and that of a cycle have in common, as JSON and as a table; and the report of a runbook.
import * as z from "zod";
import type { Thresholds } from "../../domain/status/release-gate.ts";
import { joinInPieces } from "../../lib/async/join-in-pieces.ts";
import { isoTime } from "../../lib/clock.ts";
import { writeCsvRow } from "../../lib/formats/csv.ts";
import type { AppReport } from "../../storage/status/app-report.ts";
import type { ShownPlatformStatus } from "../../storage/status/platform-statuses.ts";
import type { ReportedRunbook } from "../../storage/status/reported-runbook.ts";
import { AppSummarySchema, presentSummary, presentTally, SectionEntrySchema } from "../apps/app.ts";
import { outcome, status, timestamp } from "../fields.ts";
import { GateSchema, presentGate, thresholdFields } from "./release-gate.ts";

export type ReportFormat = "json" | "csv";

export const ReportQuery = z.strictObject({
  format: z
    .enum(["json", "csv"])
    .optional()
    .transform((value) => value ?? "json"),
  ...thresholdFields,
});

const reading = z.strictObject({
  code: z.string(),
  status,
  outcome: outcome.nullable(),
  tester: z.string().nullable(),
  recorded_at: timestamp.nullable(),
  note: z.string().nullable(),
  build: z.string().nullable(),
  issues: z.array(z.string()),
});

/** What every report has, after saying what it is of. */
export const reportFields = {
  gate: GateSchema,
  platforms: z.array(z.string()),
  sections: z.array(
    SectionEntrySchema.omit({ checks: true }).extend({
      checks: z.array(
        z.strictObject({ id: z.string(), ref: z.string(), title: z.string(), platforms: z.array(reading) }),
      ),
    }),
  ),
};

export const AppReportSchema = z.strictObject({
  app: z.strictObject({ id: z.string(), name: z.string() }),
  summary: AppSummarySchema,
  ...reportFields,
});

export const REPORT_TYPES: Record<ReportFormat, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

export function writeAppReport(report: AppReport, thresholds: Thresholds, format: ReportFormat): Promise<Buffer> {
  const { app, platforms, figures } = report;
  return writeReport(report, format, {
    app: { id: app.id, name: app.name },
    summary: presentSummary(app, figures),
    gate: presentGate(app, platforms, thresholds, figures),
  });
}

/** `head` says what the report is of; a table does without it. */
export function writeReport(runbook: ReportedRunbook, format: ReportFormat, head: object): Promise<Buffer> {
  return joinInPieces(format === "json" ? jsonOf(runbook, head) : csvOf(runbook));
}

function* jsonOf(runbook: ReportedRunbook, head: object): Generator<string> {
  yield `{"data":${JSON.stringify({ ...head, platforms: runbook.platforms }).slice(0, -1)},"sections":[`;
  for (const [i, { section, checks }] of runbook.sections.entries()) {
    const entry = JSON.stringify({
      id: section.id,
      ref: section.ref,
      title: section.title,
      summary: presentTally(section),
    });
    yield `${i === 0 ? "" : ","}${entry.slice(0, -1)},"checks":[`;
    for (const [j, { check, readings }] of checks.entries()) {
      const shownCheck = {
        id: check.id,
        ref: check.ref,
        title: check.title,
        platforms: inOrder(runbook, readings).map((one) => presentReading(runbook, one)),
      };
      yield `${j === 0 ? "" : ","}${JSON.stringify(shownCheck)}`;
    }
    yield "]}";
  }
  yield "]}}";
}

/** Begins with the mark by which spreadsheets know UTF-8. */
function* csvOf(runbook: ReportedRunbook): Generator<string> {
  yield `\ufeff${writeCsvRow(["section_ref", "section", "ref", "title", "platform", "status", "outcome", "tester", "recorded_at", "note", "build", "issues"])}`;
  for (const { section, checks } of runbook.sections) {
    for (const { check, readings } of checks) {
      for (const one of inOrder(runbook, readings)) {
        const { code, issues, ...facts } = presentReading(runbook, one);
        const result = [facts.status, facts.outcome, facts.tester, facts.recorded_at, facts.note, facts.build];
        const row = [section.ref, section.title, check.ref, check.title, code, ...result.map((text) => text ?? "")];
        yield writeCsvRow([...row, issues.join(", ")]);
      }
    }
  }
}

function inOrder({ platforms }: ReportedRunbook, readings: readonly ShownPlatformStatus[]): ShownPlatformStatus[] {
  return platforms.flatMap((code) => readings.find(({ platform }) => platform === code) ?? []);
}

function presentReading({ issues }: ReportedRunbook, reading: ShownPlatformStatus) {
  const { checkId, platform, status, outcome, recordedBy, recordedAt, note, build } = reading;
  return {
    code: platform,
    status,
    outcome,
    tester: recordedBy,
    recorded_at: recordedAt === null ? null : isoTime(recordedAt),
    note,
    build,
    issues: [...issues.at(checkId, platform)],
  };
}
