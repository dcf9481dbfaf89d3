// The report of a cycle: everything in it with who tested it, when and how it came out, and the issues that are open, or were.
import type { Reach } from "../../domain/access/grant.ts";
import type { GateFigures } from "../../domain/status/release-gate.ts";
import { getAppConfig } from "../apps/app-config.ts";
import { type App, getApp } from "../apps/apps.ts";
import type { Reads } from "../database/database.ts";
import { IssuesByPlace, type ReportedRunbook } from "../status/reported-runbook.ts";
import type { ExportedCheck, Runbook } from "../status/runbook-export.ts";
import { listCycleReadings, listCycleStatuses } from "./cycle-checks.ts";
import { listIssuesOfCycle } from "./cycle-issues.ts";
import { getCycleRunbook, readCycleAtOneRevision, readCycleRunbook } from "./cycle-runbook.ts";
import { isOpen } from "./cycles.ts";
import { readShownCycle, type ShownCycle } from "./shown-cycles.ts";

export interface CycleReport extends ReportedRunbook {
  app: App;
  shown: ShownCycle;
  figures: GateFigures;
}

/** What most platform-checks of a closed cycle have. */
const NO_CODES = "[]";

/** Throws `not_found`. */
export async function readCycleReport(db: Reads, reach: Reach, id: string): Promise<CycleReport> {
  return readCycleAtOneRevision(db, reach, id, async ({ app, cycle }) => {
    const { platforms, sections } = await readCycleRunbook(db, app, cycle, listCycleReadings);
    const shown = await readShownCycle(db, app, cycle);
    const issues = new IssuesByPlace();
    const open = isOpen(cycle) ? await listIssuesOfCycle(db, app, id) : [];
    for (const { code, checkId, platforms } of open)
      for (const platform of platforms) issues.add(checkId, platform, code);
    for (const { readings } of sections.flatMap(({ checks }) => checks)) {
      for (const { checkId, platform, issues: codes } of readings) {
        if (codes === null || codes === NO_CODES) continue;
        for (const code of JSON.parse(codes) as string[]) issues.add(checkId, platform, code);
      }
    }
    const openIssues = isOpen(cycle) ? open.length : cycle.final.openIssues;
    return { app, shown, platforms, sections, issues, figures: { ...shown.tally, openIssues } };
  });
}

/** The runbook of a cycle as a file holds one: only what is in it, with how that reads there. Throws `not_found`. */
export async function exportCycle(db: Reads, reach: Reach, id: string): Promise<Runbook> {
  const { app, platforms, sections } = await getCycleRunbook(db, reach, id, listCycleStatuses);
  const appConfig = await getAppConfig(db, await getApp(db, reach, app.id));
  const kept = appConfig.platforms.filter(({ code }) => platforms.includes(code));
  const gone = platforms.filter((code) => !kept.some((platform) => platform.code === code));
  return {
    app,
    // Repositories may name other platforms, and are not what the file is about.
    appConfig: { platforms: [...kept, ...gone.map((code) => ({ code, label: code, used: 1 }))], repositories: [] },
    sections: sections.map(({ section, checks }) => ({
      section,
      checks: checks.map(({ check, readings }): ExportedCheck => {
        const { ref, title, instructions } = check;
        return { ref, title, instructions, statuses: new Map(readings.map((one) => [one.platform, one.status])) };
      }),
    })),
  };
}
