// Reads that take long enough for others to notice, by name. Inputs and outputs are plain data: they may cross to another
// thread. What is long itself is given as bytes, which are handed over and not copied.
import { planImportAhead } from "../../actions/apps/import-ahead.ts";
import type { ImportRunbook } from "../../actions/apps/import-runbook.ts";
import type { ActionSettings } from "../../actions/unit-of-work.ts";
import type { Reach } from "../../domain/access/grant.ts";
import { compareCycles } from "../../domain/cycles/compare-cycles.ts";
import { findPlaces } from "../../domain/runbook/find-places.ts";
import type { Thresholds } from "../../domain/status/release-gate.ts";
import { openUnit } from "../../engine/open-unit.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { getAppConfig } from "../../storage/apps/app-config.ts";
import type { App } from "../../storage/apps/apps.ts";
import { listReadings } from "../../storage/cycles/compared-readings.ts";
import { type CycleCheckFilter, listCycleChecks, listCycleReadings } from "../../storage/cycles/cycle-checks.ts";
import { readCycleFigures } from "../../storage/cycles/cycle-figures.ts";
import { exportCycle, readCycleReport } from "../../storage/cycles/cycle-report.ts";
import { readCycleSnapshot } from "../../storage/cycles/cycle-snapshot.ts";
import { type Cycle, platformsOfCycle, type ReachedCycle } from "../../storage/cycles/cycles.ts";
import type { Reads } from "../../storage/database/database.ts";
import { DryTx } from "../../storage/database/dry-tx.ts";
import { type AskedCode, type ListedIssues, listIssues } from "../../storage/issues/issue-pages.ts";
import { listExportedResults, listResults, type ResultPageQuery } from "../../storage/results/result-pages.ts";
import { type CheckFilter, type CheckPage, listChecks } from "../../storage/runbook/check-pages.ts";
import { listPlaces } from "../../storage/runbook/places.ts";
import { readRunbookSnapshot } from "../../storage/runbook/runbook-snapshot.ts";
import { readAppReport } from "../../storage/status/app-report.ts";
import { listShownPlatformStatuses } from "../../storage/status/platform-statuses.ts";
import { readGateFigures } from "../../storage/status/release-gate-figures.ts";
import { getRunbook } from "../../storage/status/runbook-export.ts";
import { type AuditFilter, listAudit } from "../../storage/workspace/audit-log.ts";
import { presentComparison } from "../../wire/cycles/comparison.ts";
import { presentCycleRunbook } from "../../wire/cycles/cycle-checks.ts";
import { writeCycleReport } from "../../wire/cycles/cycle-report.ts";
import { presentData } from "../../wire/envelope.ts";
import { type ResultsFormat, writeResultLines } from "../../wire/results/results-export.ts";
import { presentCheck } from "../../wire/runbook/check.ts";
import type { RunbookFormat } from "../../wire/runbook/runbook-format.ts";
import { presentRunbook } from "../../wire/runbook/runbook-snapshot.ts";
import { writeRunbook } from "../../wire/runbook/write-runbook.ts";
import { type ReportFormat, writeAppReport } from "../../wire/status/app-report.ts";

const MOST_CHECKS_FOUND = 8;
const MOST_SECTIONS_FOUND = 4;

interface AskedReport {
  reach: Reach;
  id: string;
  format: ReportFormat;
  thresholds: Thresholds;
}

export const heavyReads = {
  async runbookSnapshot(db: Reads, { app, since }: { app: App; since: number | null }): Promise<Uint8Array> {
    return bytesOf(presentData(presentRunbook(await readRunbookSnapshot(db, app, since))));
  },

  async exportRunbook(
    db: Reads,
    asked: { reach: Reach; id: string; format: RunbookFormat; cycleId: string | null },
  ): Promise<Uint8Array> {
    const { reach, id, format, cycleId } = asked;
    return writeRunbook(await (cycleId === null ? getRunbook(db, reach, id) : exportCycle(db, reach, cycleId)), format);
  },

  async cycleRunbook(db: Reads, asked: { reached: ReachedCycle; since: number | null }): Promise<Uint8Array> {
    return bytesOf(presentData(presentCycleRunbook(await readCycleSnapshot(db, asked.reached, asked.since))));
  },

  /** Each check as it is shown, with its place. */
  async listCycleChecks(db: Reads, asked: { app: App; cycle: Cycle; filter: CycleCheckFilter; page: CheckPage }) {
    const { app, cycle, filter, page } = asked;
    const checks = await listCycleChecks(db, app, cycle, filter, page);
    const codes = platformsOfCycle(cycle, (await getAppConfig(db, app)).platforms);
    const readings = await listCycleReadings(
      db,
      cycle,
      checks.map(({ id }) => id),
    );
    return checks.map((check) => {
      const { sectionPosition, position, id } = check;
      const shown = presentCheck(app, codes, check, readings.get(id) ?? []);
      return { place: { sectionPosition, position, id }, shown };
    });
  },

  readCycleFigures: (db: Reads, asked: { app: App; cycleId: string; platforms: string[] }) =>
    readCycleFigures(db, asked.app, asked.cycleId, asked.platforms),

  async compareCycles(db: Reads, { cycle, other }: { cycle: Cycle; other: Cycle }): Promise<Uint8Array> {
    const lists = compareCycles(await listReadings(db, other), await listReadings(db, cycle));
    return bytesOf(presentData(presentComparison(cycle, other, lists)));
  },

  async cycleReport(db: Reads, { reach, id, format, thresholds }: AskedReport): Promise<Uint8Array> {
    return writeCycleReport(await readCycleReport(db, reach, id), thresholds, format);
  },

  async appReport(db: Reads, { reach, id, format, thresholds }: AskedReport): Promise<Uint8Array> {
    return writeAppReport(await readAppReport(db, reach, id), thresholds, format);
  },

  listIssues: (db: Reads, { wanted, code }: { wanted: ListedIssues; code: AskedCode | null }) =>
    listIssues(db, wanted, code),

  /** Each check as it is shown, with its place. */
  async listChecks(db: Reads, asked: { app: App; filter: CheckFilter; page: CheckPage }) {
    const { app, filter, page } = asked;
    const checks = await listChecks(db, app, filter, page);
    const codes = (await getAppConfig(db, app)).platforms.map(({ code }) => code);
    const ids = checks.map(({ id }) => id);
    const platformStatuses = groupBy(await listShownPlatformStatuses(db, ids), ({ checkId }) => checkId);
    return checks.map((check) => {
      const { sectionPosition, position, id } = check;
      const shown = presentCheck(app, codes, check, platformStatuses.get(id) ?? []);
      return { place: { sectionPosition, position, id }, shown };
    });
  },

  /** A piece of a file, and what the next one begins below. */
  async exportResults(db: Reads, asked: { wanted: ResultPageQuery; appName: string; format: ResultsFormat }) {
    const { results, next } = await listExportedResults(db, asked.wanted);
    return { text: writeResultLines(asked.appName, results, asked.format), next };
  },

  listResults: (db: Reads, wanted: ResultPageQuery) => listResults(db, wanted),

  listAudit: (db: Reads, asked: { workspaceId: string; filter: AuditFilter; belowId: string | null; limit: number }) =>
    listAudit(db, asked.workspaceId, asked.filter, asked.belowId, asked.limit),

  readGateFigures: (db: Reads, asked: { app: App; platforms: string[]; maxOpen: number }) =>
    readGateFigures(db, asked.app, asked.platforms, asked.maxOpen),

  /** Finds checks and sections by what is typed, the checks first. */
  async findPlaces(db: Reads, { apps, q }: { apps: { id: string }[]; q: string }) {
    const { check, section } = await listPlaces(db, apps);
    return [...findPlaces(check, q, MOST_CHECKS_FOUND), ...findPlaces(section, q, MOST_SECTIONS_FOUND)];
  },

  /** What an import would do, without a transaction, and without anybody waiting for it. */
  planImport: (db: Reads, { input, now, settings }: { input: ImportRunbook; now: number; settings: ActionSettings }) =>
    planImportAhead(openUnit(new DryTx(db), now, settings), input),
};

type HeavyReads = typeof heavyReads;
export type HeavyRead = keyof HeavyReads;
export type HeavyInput<Name extends HeavyRead> = Parameters<HeavyReads[Name]>[1];
export type HeavyOutput<Name extends HeavyRead> = Awaited<ReturnType<HeavyReads[Name]>>;

export async function runHeavyRead<Name extends HeavyRead>(
  db: Reads,
  name: Name,
  input: HeavyInput<Name>,
): Promise<HeavyOutput<Name>> {
  const read = heavyReads[name] as unknown as (db: Reads, input: HeavyInput<Name>) => Promise<HeavyOutput<Name>>;
  return read(db, input);
}

/** The text's bytes in memory of their own, so that they can be handed over to another thread. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
