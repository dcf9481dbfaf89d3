// The report of a cycle: everything in it with who tested it, when and how it came out, and the issues that are open, or were.
import type { Reach } from "../../domain/access/grant.ts";
import type { GateFigures } from "../../domain/status/release-gate.ts";
import { getAppConfig } from "../apps/app-config.ts";
import { getApp } from "../apps/apps.ts";
import type { Reads } from "../database/database.ts";
import type { ExportedCheck, Runbook } from "../runbook/runbook-export.ts";
import { readAtOneRevision } from "../status/release-gate-figures.ts";
import { listIssuesOfCycle } from "./cycle-issues.ts";
import { type CycleRunbook, getCycleRunbook } from "./cycle-runbook.ts";
import { isOpen } from "./cycles.ts";
import { readShownCycle, type ShownCycle } from "./shown-cycles.ts";

export interface CycleReport extends CycleRunbook {
  shown: ShownCycle;
  figures: GateFigures;
  /** Codes of the open issues, by check and platform. */
  issues: ReadonlyMap<string, readonly string[]>;
}

/** Throws `not_found`. */
export async function readCycleReport(db: Reads, reach: Reach, id: string): Promise<CycleReport> {
  const { app } = await getCycleRunbook(db, reach, id);
  return readAtOneRevision(db, app, async (at) => {
    const runbook = await getCycleRunbook(db, reach, id);
    const { cycle } = runbook;
    const shown = await readShownCycle(db, at, cycle);
    const issues = new Map<string, string[]>();
    const note = (checkId: string, platform: string, code: string) => {
      const place = `${checkId} ${platform}`;
      issues.set(place, [...(issues.get(place) ?? []), code]);
    };
    const open = isOpen(cycle) ? await listIssuesOfCycle(db, at, id) : [];
    for (const { code, checkId, platforms } of open) for (const platform of platforms) note(checkId, platform, code);
    for (const { readings } of runbook.sections.flatMap(({ checks }) => checks)) {
      for (const { checkId, platform, issues: codes } of readings) {
        for (const code of codes ?? []) note(checkId, platform, code);
      }
    }
    const openIssues = isOpen(cycle) ? open.length : cycle.final.openIssues;
    return { ...runbook, shown, figures: { ...shown.tally, openIssues }, issues };
  });
}

/** The runbook of a cycle as a file holds one: only what is in it, with how that reads there. Throws `not_found`. */
export async function exportCycle(db: Reads, reach: Reach, id: string): Promise<Runbook> {
  const { app, platforms, sections } = await getCycleRunbook(db, reach, id);
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
