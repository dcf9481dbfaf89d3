// The report of a cycle: the evidence of a release.
import * as z from "zod";
import type { Thresholds } from "../../domain/status/release-gate.ts";
import type { CycleReport } from "../../storage/cycles/cycle-report.ts";
import { type ReportFormat, reportFields, writeReport } from "../status/app-report.ts";
import { presentGate } from "../status/release-gate.ts";
import { CycleSchema, cycleFields } from "./cycle.ts";

export const CycleReportSchema = z.strictObject({ cycle: CycleSchema, ...reportFields });

export function writeCycleReport(report: CycleReport, thresholds: Thresholds, format: ReportFormat): Promise<Buffer> {
  const { app, shown, platforms, figures } = report;
  return writeReport(report, format, {
    cycle: cycleFields(shown),
    gate: presentGate(app, platforms, thresholds, figures, shown.cycle),
  });
}
