// The report of a cycle: the evidence of a release, as JSON and as a table.
import * as z from "zod";
import { decideGate, type Thresholds } from "../../domain/status/release-gate.ts";
import { joinInPieces } from "../../lib/async/join-in-pieces.ts";
import { isoTime } from "../../lib/clock.ts";
import { writeCsvRow } from "../../lib/formats/csv.ts";
import type { CyclePlatformStatus } from "../../storage/cycles/cycle-checks.ts";
import type { CycleReport } from "../../storage/cycles/cycle-report.ts";
import { SectionEntrySchema } from "../apps/app.ts";
import { outcome, status, timestamp } from "../fields.ts";
import { GateSchema, presentGate, thresholdFields } from "../status/release-gate.ts";
import { CycleSchema, cycleFields, cycleSummary } from "./cycle.ts";

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

export const ReportSchema = z.strictObject({
  cycle: CycleSchema,
  gate: GateSchema,
  platforms: z.array(z.string()),
  sections: z.array(
    SectionEntrySchema.omit({ checks: true }).extend({
      checks: z.array(
        z.strictObject({ id: z.string(), ref: z.string(), title: z.string(), platforms: z.array(reading) }),
      ),
    }),
  ),
});

export const REPORT_TYPES: Record<ReportFormat, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

export function writeReport(report: CycleReport, thresholds: Thresholds, format: ReportFormat): Promise<Buffer> {
  return joinInPieces(format === "json" ? jsonOf(report, thresholds) : csvOf(report));
}

function* jsonOf(report: CycleReport, thresholds: Thresholds): Generator<string> {
  const { app, shown, platforms, figures, sections } = report;
  const gate = presentGate(app, platforms, thresholds, figures, decideGate(figures, thresholds), shown.cycle);
  const head = JSON.stringify({ cycle: cycleFields(shown), gate, platforms });
  yield `{"data":${head.slice(0, -1)},"sections":[`;
  for (const [i, { section, checks }] of sections.entries()) {
    const { checks: _, percent_complete: __, ...summary } = cycleSummary(section);
    const entry = JSON.stringify({ id: section.id, ref: section.ref, title: section.title, summary });
    yield `${i === 0 ? "" : ","}${entry.slice(0, -1)},"checks":[`;
    for (const [j, { check, readings }] of checks.entries()) {
      const shownCheck = {
        id: check.id,
        ref: check.ref,
        title: check.title,
        platforms: inOrder(report, readings).map((one) => presentReading(report, one)),
      };
      yield `${j === 0 ? "" : ","}${JSON.stringify(shownCheck)}`;
    }
    yield "]}";
  }
  yield "]}}";
}

/** Begins with the mark by which spreadsheets know UTF-8. */
function* csvOf(report: CycleReport): Generator<string> {
  yield `\ufeff${writeCsvRow(["section_ref", "section", "ref", "title", "platform", "status", "outcome", "tester", "recorded_at", "note", "build", "issues"])}`;
  for (const { section, checks } of report.sections) {
    for (const { check, readings } of checks) {
      for (const one of inOrder(report, readings)) {
        const { code, issues, ...facts } = presentReading(report, one);
        const result = [facts.status, facts.outcome, facts.tester, facts.recorded_at, facts.note, facts.build];
        const row = [section.ref, section.title, check.ref, check.title, code, ...result.map((text) => text ?? "")];
        yield writeCsvRow([...row, issues.join(", ")]);
      }
    }
  }
}

function inOrder({ platforms }: CycleReport, readings: readonly CyclePlatformStatus[]): CyclePlatformStatus[] {
  return platforms.flatMap((code) => readings.find(({ platform }) => platform === code) ?? []);
}

function presentReading({ issues }: CycleReport, reading: CyclePlatformStatus) {
  const { checkId, platform, status, outcome, recordedBy, recordedAt, note, build } = reading;
  return {
    code: platform,
    status,
    outcome,
    tester: recordedBy,
    recorded_at: recordedAt === null ? null : isoTime(recordedAt),
    note,
    build,
    issues: [...(issues.get(`${checkId} ${platform}`) ?? [])],
  };
}
