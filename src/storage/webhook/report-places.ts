// Where a report says that its issue belongs, looked up in the app's runbook.
import {
  NO_PLACE,
  namesPlace,
  type PlacedReport,
  placeReport,
  type ReportPlace,
} from "../../domain/report/report-place.ts";
import type { App } from "../apps/apps.ts";
import type { Reads } from "../database/database.ts";
import { type LiveCheck, listCandidates } from "../runbook/checks.ts";
import { listSections } from "../runbook/sections.ts";

/** Most reports name no place, and cost nothing here. */
export async function findReportPlace(
  db: Reads,
  app: App,
  place: ReportPlace,
): Promise<Omit<PlacedReport, "check"> & { check: LiveCheck | null }> {
  if (!namesPlace(place)) return { ...NO_PLACE, check: null };
  const checks = place.check === null ? [] : await listCandidates(db, app, place.check);
  const placed = placeReport(place, checks, await listSections(db, app));
  return { ...placed, check: checks.find(({ id }) => id === placed.check?.id) ?? null };
}
