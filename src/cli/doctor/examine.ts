// `retest doctor`: recomputes every status and counter from the facts, and reports where what is kept differs; the audit log, too.
import type { AppConfig } from "../../domain/apps/app-config.ts";
import { EVERY_PLATFORM } from "../../domain/apps/platforms.ts";
import { affected, fixedPlatforms, type Issue, openPlatforms, stillOpen } from "../../domain/issues/issue.ts";
import { platformStatus } from "../../domain/status/platform-status.ts";
import { count, emptyTally, type Tally } from "../../domain/status/summary.ts";
import { startOfMonth } from "../../lib/time-window.ts";
import { getAppConfig } from "../../storage/apps/app-config.ts";
import { type App, findAnyApp } from "../../storage/apps/apps.ts";
import { listEveryApp } from "../../storage/apps/every-app.ts";
import { listAttachmentsOfApp } from "../../storage/attachments/attachments.ts";
import type { Reads } from "../../storage/database/database.ts";
import { countAssigneesOfApp } from "../../storage/issues/assignees.ts";
import { countIndexed, listMisindexed } from "../../storage/issues/check-search-index.ts";
import { countLoggedRepeats } from "../../storage/issues/issue-repeats.ts";
import { eachIssue } from "../../storage/issues/issues.ts";
import { type FixRow, listFixesOfApp } from "../../storage/issues/platform-fixes.ts";
import { findLatestResult } from "../../storage/results/results.ts";
import { type LiveCheck, listChecksOfApp } from "../../storage/runbook/checks.ts";
import { listSections } from "../../storage/runbook/sections.ts";
import { listPlatformStatusesOfApp, type PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import { listSlots } from "../../storage/webhook/dedupe-slots.ts";
import { listEveryWorkspace } from "../../storage/workspace/workspaces.ts";
import { examineAllowance } from "./examine-allowance.ts";
import { type AuditVerification, examineAudit, examineLogs } from "./examine-audit-log.ts";
import { examineConnections } from "./examine-connections.ts";
import { examineCycles } from "./examine-cycles.ts";
import { examineErasures } from "./examine-erasures.ts";
import { examineFileBytes } from "./examine-file-bytes.ts";
import { examineIssue } from "./examine-issue.ts";
import { examineMails } from "./examine-mails.ts";
import { examineLostApps, examineReferences, examineTalk } from "./examine-references.ts";
import { examineResultFiles } from "./examine-result-files.ts";
import { examineRevisions } from "./examine-revisions.ts";

export interface Difference {
  app: string;
  /** What is wrong, where, and what it should be. */
  problem: string;
}

export interface Examination {
  apps: number;
  differences: Difference[];
  /** Apps that were written to all the time and could not be read at rest. */
  busy: string[];
}

const ATTEMPTS = 5;
/** Stands in place of an app where the problem belongs to none. */
const EVERYWHERE = "every workspace";
/** Issues that are compared with the search index at a time. */
const INDEX_BATCH = 1_000;

/** Only reads, and may run beside a server: an app that changes meanwhile is read again. Without `audit` no codes are checked. */
export async function examine(db: Reads, now: number, audit: AuditVerification | null = null): Promise<Examination> {
  const apps = await listEveryApp(db);
  const examination: Examination = { apps: apps.length, differences: [], busy: [] };
  for (const app of apps) {
    // One that can't be read keeps nobody from the others.
    const problems = await examineAtRest(db, app).catch((error: Error) => [`can't be examined: ${error.message}`]);
    if (problems === undefined) examination.busy.push(app.name);
    else examination.differences.push(...problems.map((problem) => ({ app: app.name, problem })));
  }
  examination.differences.push(...(await examineLostApps(db)));
  const everywhere = [...(await examineTalk(db)), ...(await examineMails(db, now)), ...(await examineErasures(db))];
  examination.differences.push(...everywhere.map((problem) => ({ app: EVERYWHERE, problem })));
  for (const workspace of await listEveryWorkspace(db)) {
    for (const app of apps) {
      const differs = app.workspaceId === workspace.id && app.plan !== workspace.plan;
      if (differs)
        examination.differences.push({ app: app.name, problem: `plan: ${app.plan}, should be ${workspace.plan}` });
    }
    const problem = workspace.plan === "free" ? await examineAllowance(db, workspace.id, startOfMonth(now)) : undefined;
    const bytes = await examineFileBytes(db, workspace.id);
    for (const found of [problem, bytes, await examineAudit(db, workspace.id, now, audit)]) {
      if (found !== undefined) examination.differences.push({ app: workspace.name, problem: found });
    }
  }
  const missing = audit === null ? undefined : await examineLogs(db, audit);
  if (missing !== undefined) examination.differences.push({ app: EVERYWHERE, problem: missing });
  return examination;
}

async function examineAtRest(db: Reads, { id, workspaceId }: App): Promise<string[] | undefined> {
  const now = async () => (await findAnyApp(db, { workspaceId, apps: null }, id))!;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await now();
    const problems = await examineApp(db, before);
    if ((await now()).revision === before.revision) return problems;
  }
  return undefined;
}

/** The facts of one app, gathered from where they were first written. */
interface Facts {
  app: App;
  appConfig: AppConfig;
  checks: Map<string, LiveCheck>;
  /** Open issues under check and platform. */
  open: Map<string, number>;
  fixes: Map<string, FixRow[]>;
  latestFix: Map<string, number>;
}

async function examineApp(db: Reads, app: App): Promise<string[]> {
  const problems: string[] = [];
  const rows = await listPlatformStatusesOfApp(db, app.id);
  const facts = await readFacts(db, app);
  await examineIssues(db, facts, rows, problems);
  await examineStatuses(db, facts, rows, problems);
  await examineSections(db, facts, rows, problems);
  problems.push(...(await examineRevisions(db, app, rows)), ...(await examineConnections(db, app)));
  problems.push(...(await examineReferences(db, app)), ...(await examineResultFiles(db, app)));
  problems.push(...(await examineCycles(db, facts, rows)));
  return problems;
}

async function readFacts(db: Reads, app: App): Promise<Facts> {
  const fixes = new Map<string, FixRow[]>();
  for (const { issueId, ...fix } of await listFixesOfApp(db, app.id)) {
    fixes.set(issueId, [...(fixes.get(issueId) ?? []), fix]);
  }
  const checks = new Map((await listChecksOfApp(db, app)).map((check) => [check.id, check]));
  return { app, appConfig: await getAppConfig(db, app), checks, open: new Map(), fixes, latestFix: new Map() };
}

async function examineIssues(db: Reads, facts: Facts, rows: PlatformStatusRow[], problems: string[]): Promise<void> {
  const notApplicable = new Map<string, Set<string>>();
  for (const { checkId, platform, notApplicable: flag } of rows) {
    if (flag === 1) notApplicable.set(checkId, (notApplicable.get(checkId) ?? new Set()).add(platform));
  }
  const { app, appConfig } = facts;
  const attachments = await listAttachmentsOfApp(db, app, "issue");
  const assignees = await countAssigneesOfApp(db, app);
  const repeats = await countLoggedRepeats(db, app.id);
  let open = 0;
  const numbers = new Set<number>();
  const holders = new Map<string, string[]>();
  const unsought: Issue[] = [];
  const examineIndex = async () => {
    const found = await listMisindexed(db, app.workspaceId, unsought.splice(0));
    problems.push(...found.map(({ id }) => `issue ${id}: the search index differs from the issue`));
  };
  for await (const { issue, columns } of eachIssue(db, app.id)) {
    open += issue.status === "open" ? 1 : 0;
    if (numbers.has(issue.number) || issue.number > app.lastNumber)
      problems.push(`issue ${issue.id}: number ${issue.number} is used twice or not given yet`);
    numbers.add(issue.number);
    if (issue.status === "open" && issue.dedupeKey !== null) {
      holders.set(issue.dedupeKey, [...(holders.get(issue.dedupeKey) ?? []), issue.id]);
    }
    if (unsought.push(issue) === INDEX_BATCH) await examineIndex();
    const kept = {
      attachments: attachments.get(issue.id) ?? [],
      assignees: assignees.get(issue.id) ?? 0,
      repeats: repeats.get(issue.id) ?? 0,
    };
    problems.push(...examineIssue(issue, columns, kept));
    if (issue.checkId === null || !facts.checks.has(issue.checkId)) continue;
    const left = stillOpen(issue, affected(issue, appConfig.platforms, notApplicable.get(issue.checkId) ?? new Set()));
    same(problems, `issue ${issue.id}: still_open_on`, issue.stillOpenOn, left);
    gather(facts, issue, issue.checkId, problems);
  }
  await examineIndex();
  same(problems, "open issues of the app", app.openIssues, open);
  same(problems, "issues in the search index", (await countIndexed(db, app.id)) ?? numbers.size, numbers.size);
  examineSlots(await listSlots(db, app.id), holders, problems);
}

/** Each id that a tool gave has a slot with the open issues of that id in line, and there are no other slots. */
function examineSlots(
  slots: readonly { dedupeKey: string; issues: string[] }[],
  holders: Map<string, string[]>,
  problems: string[],
): void {
  const kept = new Map(slots.map(({ dedupeKey, issues }) => [dedupeKey, [...issues].sort()]));
  for (const key of new Set([...kept.keys(), ...holders.keys()])) {
    same(problems, `dedupe key ${JSON.stringify(key)}`, kept.get(key) ?? [], [...(holders.get(key) ?? [])].sort());
  }
}

function gather(facts: Facts, issue: Issue, checkId: string, problems: string[]): void {
  const { appConfig } = facts;
  for (const code of openPlatforms(issue, appConfig.platforms)) {
    const place = placeOf(checkId, code);
    facts.open.set(place, (facts.open.get(place) ?? 0) + 1);
  }
  const kept = facts.fixes.get(issue.id) ?? [];
  const expected = fixedPlatforms(issue);
  same(problems, `issue ${issue.id}: fixes`, kept.map((fix) => fix.platform).sort(), [...expected].sort());
  for (const { platform, revision } of kept) {
    const others = appConfig.platforms.map(({ code }) => code).filter((code) => !expected.includes(code));
    const covered = platform === EVERY_PLATFORM ? others : [platform];
    for (const code of covered) {
      const place = placeOf(checkId, code);
      facts.latestFix.set(place, Math.max(facts.latestFix.get(place) ?? 0, revision));
    }
  }
}

async function examineStatuses(db: Reads, facts: Facts, rows: PlatformStatusRow[], problems: string[]): Promise<void> {
  const codes = new Set(facts.appConfig.platforms.map(({ code }) => code));
  same(problems, "platform statuses of the app", rows.length, facts.checks.size * codes.size);
  for (const kept of rows) {
    const place = placeOf(kept.checkId, kept.platform);
    const where = `check ${facts.checks.get(kept.checkId)?.ref} on ${kept.platform}:`;
    if (!codes.has(kept.platform)) problems.push(`${where} the app has no such platform`);
    const result = await findLatestResult(db, kept.checkId, kept.platform);
    const expected = {
      openIssues: facts.open.get(place) ?? 0,
      fixedRevision: facts.latestFix.get(place) ?? 0,
      resultRevision: result?.revision ?? 0,
      outcome: result?.outcome ?? null,
    };
    same(problems, `${where} open issues`, kept.openIssues, expected.openIssues);
    same(problems, `${where} latest fix`, kept.fixedRevision, expected.fixedRevision);
    same(problems, `${where} latest result`, kept.resultRevision, expected.resultRevision);
    same(problems, `${where} outcome`, kept.outcome, expected.outcome);
    same(problems, `${where} result`, kept.resultId, result?.id ?? null);
    const status = platformStatus({ ...expected, notApplicable: kept.notApplicable === 1 });
    same(problems, `${where} status`, kept.status, status);
  }
}

async function examineSections(db: Reads, facts: Facts, rows: PlatformStatusRow[], problems: string[]): Promise<void> {
  const tallies = new Map<string, Tally & { checks: number }>();
  const sections = await listSections(db, facts.app);
  for (const { id } of sections) tallies.set(id, { ...emptyTally(), checks: 0 });
  for (const check of facts.checks.values()) tallies.get(check.sectionId)!.checks += 1;
  for (const { checkId, status } of rows) count(tallies.get(facts.checks.get(checkId)!.sectionId)!, status);
  for (const section of sections) {
    const tally = tallies.get(section.id)!;
    for (const field of Object.keys(tally) as (keyof typeof tally)[]) {
      same(problems, `section ${section.ref}: ${field}`, section[field], tally[field]);
    }
  }
  same(problems, "checks of the app", facts.app.checks, facts.checks.size);
}

function placeOf(checkId: string, platform: string): string {
  return `${checkId} ${platform}`;
}

function same(problems: string[], what: string, kept: unknown, expected: unknown): void {
  if (JSON.stringify(kept) !== JSON.stringify(expected)) {
    problems.push(`${what}: stored ${JSON.stringify(kept)}, should be ${JSON.stringify(expected)}`);
  }
}
