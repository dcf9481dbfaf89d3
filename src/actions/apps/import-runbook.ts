// Imports a runbook: makes the app that a file describes, or brings the one it means in line with it. A dry run ends
// with the plan.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { type Reach, reaches, requireUnscoped } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import { MAX_SECTIONS, MAX_TOLD_STEPS } from "../../domain/limits.ts";
import { comparePlaces, type KnownApp, type KnownCheck } from "../../domain/runbook/existing-app.ts";
import type { Counts, ImportStep } from "../../domain/runbook/import-steps.ts";
import { matchSections } from "../../domain/runbook/match-runbook.ts";
import { changesOfPlan } from "../../domain/runbook/plan-changes.ts";
import { type Pruning, planRunbook, type RunbookPlan } from "../../domain/runbook/plan-import.ts";
import type { RunbookFile } from "../../domain/runbook/runbook-file.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { findAppCalled, listAppsNamedLike } from "../../storage/apps/app-names.ts";
import { type App, getApp } from "../../storage/apps/apps.ts";
import { keepFormerPrefix } from "../../storage/apps/former-prefixes.ts";
import { type LiveCheck, listChecksOfApp } from "../../storage/runbook/checks.ts";
import { packWords } from "../../storage/runbook/many-checks.ts";
import { hasIssues, listSections, type Section } from "../../storage/runbook/sections.ts";
import { listPlatformStatusesOfApp } from "../../storage/status/platform-statuses.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { type AppWrite, append, closeAppWrite, markStructureChanged, openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import { requireCheckRoom } from "../runbook/runbook-entry.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { applyRunbook, type CurrentRunbook, type ImportWrites } from "./apply-import.ts";
import { appDetails } from "./change-app.ts";
import { choosePrefix } from "./choose-prefix.ts";
import { createApp, requireFreeName } from "./create-app.ts";
import { listDefaultPlatforms } from "./default-platforms.ts";

export interface ImportRunbook {
  actor: Actor;
  /** Id or name of the app that is meant; null: the one that the file names. */
  app: string | null;
  file: RunbookFile;
  prune: boolean;
  dryRun: boolean;
}

export interface Imported {
  /** Null for one that a dry run would make. */
  app: { id: string; name: string } | null;
  created: boolean;
  steps: ImportStep[];
  counts: Counts;
}

/** Throws `not_found`, `forbidden`, `name_taken`, `invalid_request`, `in_progress`. */
export const importRunbook = defineAction({
  name: "importRunbook",
  queue: "app",
  alone: true,
  wakes: ["notifications", "forwards"],
  // Long even for a short file, because the whole app is read.
  duration: () => "long",
  async run(unit: UnitOfWork, input: ImportRunbook): Promise<Imported> {
    const { actor, file } = input;
    const seen = await findMeant(unit, input);
    const takesName = seen === undefined || !hasNames(seen, file);
    if (!takesName) return update(unit, input, seen);
    // Names and prefixes are the workspace's: whoever takes one holds it, and looks again.
    await lockWorkspace(unit.tx, actor.reach.workspaceId);
    const app = await findMeant(unit, input);
    return app === undefined ? create(unit, input) : update(unit, input, app);
  },
});

export async function findMeant({ tx }: UnitOfWork, { actor, app, file }: ImportRunbook): Promise<App | undefined> {
  if (app !== null) return getApp(tx, actor.reach, app);
  if (file.name === null) {
    throw new Fault("invalid_request", "app: a table of checks does not name its app; give its id or name.");
  }
  return findAppCalled(tx, actor.reach, file.name);
}

/** Whether the app is called what the file wants it to be called. */
export function hasNames(app: App, { name, prefix }: RunbookFile): boolean {
  return (name === null || name === app.name) && (prefix === undefined || prefix === app.prefix);
}

async function create(unit: UnitOfWork, { actor, file, prune, dryRun }: ImportRunbook): Promise<Imported> {
  const { reach } = actor;
  const others = await listAppsNamedLike(unit.tx, reach.workspaceId, file.name!, null);
  const archived = others.filter((other) => other.archivedAt !== null && reaches(reach, other));
  requireFreeName(reach, archived);
  requireUnscoped(actor);
  const plan = planRunbook(null, file, prune ? { held: new Set() } : null);
  const { name, mode, prefix, platforms, repositories } = plan.app;
  if (platforms.length === 0) {
    throw new Fault("invalid_request", "platforms: a new app needs at least one, and the file names none.");
  }
  requireFreeName(reach, others);
  await choosePrefix(unit.tx, reach, { id: null, name, prefix });
  requireRoomFor(plan);
  const { steps, counts } = plan;
  if (dryRun) return { app: null, created: true, steps, counts };
  const sections = plan.sections.map(({ ref, title, checks }) => ({
    ref,
    title,
    checks: checks.map((check) => ({ ...check, notApplicable: [...check.notApplicable] })),
  }));
  const id = await createApp.run(unit, { actor, name, mode, prefix, platforms, repositories, sections });
  return { app: { id, name }, created: true, steps, counts };
}

async function update(unit: UnitOfWork, input: ImportRunbook, { id, name, prefix }: App): Promise<Imported> {
  const { actor, dryRun } = input;
  const write = await openAppWrite(unit, actor.reach, id);
  const { app } = write;
  if (app.name !== name || app.prefix !== prefix) {
    throw new Fault("in_progress", "The app was renamed meanwhile: send the file again.");
  }
  const { plan, current } = await planUpdate(write, input);
  await yieldToEventLoop();
  await requireNames(unit, write, plan, actor.reach);
  requireRoomFor(plan);
  const { steps, counts } = plan;
  if (!dryRun && steps.length > 0) await writeImport(unit, write, plannedWrites(write, plan), current, actor);
  return { app: { id, name: dryRun ? name : plan.app.name }, created: false, steps, counts };
}

/** What the file means for the app as it is. Nothing is written. */
export async function planUpdate(
  write: AppWrite,
  { file, prune }: Pick<ImportRunbook, "file" | "prune">,
): Promise<{ plan: RunbookPlan; current: CurrentRunbook }> {
  const current = await readCurrent(write);
  const pruning = prune ? await findPruning(write, current.sections, file) : null;
  // Each step is short enough; together they would keep others waiting.
  await yieldToEventLoop();
  const known = knownOf(write, current);
  if (prune) known.platforms = withDefaultsInUse(known.platforms, await listDefaultPlatforms(write));
  await yieldToEventLoop();
  return { plan: planRunbook(known, file, pruning), current };
}

/** What an import writes, with what the event and the audit log say about it. */
export interface PlannedWrites extends ImportWrites {
  told: Record<string, unknown>;
  details: Record<string, unknown>;
}

export function plannedWrites({ appConfig }: AppWrite, whole: RunbookPlan): PlannedWrites {
  const { steps, counts } = whole;
  const {
    plan: { app, sections, archived, deleted },
    words,
  } = changesOfPlan(whole);
  const told = steps.slice(0, MAX_TOLD_STEPS).map(({ change, kind, ref, title }) => ({ change, kind, ref, title }));
  return {
    plan: { app, sections, archived, deleted },
    words: packWords(words),
    told: { ...counts, steps: told },
    details: detailsOf(whole, appConfig.platforms),
  };
}

/** The caller made sure that all of it is possible. */
export async function writeImport(
  unit: UnitOfWork,
  write: AppWrite,
  writes: PlannedWrites,
  current: CurrentRunbook,
  actor: Actor,
): Promise<void> {
  const { app } = write;
  const { name, mode, prefix } = writes.plan.app;
  if (prefix !== app.prefix) keepFormerPrefix(unit.tx, app);
  Object.assign(app, { name, mode, prefix });
  await applyRunbook(write, writes, current, actor);
  append(write, { kind: "runbook_imported", by: actorLabel(actor), issueId: null, changes: writes.told });
  markStructureChanged(write);
  closeAppWrite(write);
  const target = { kind: "app", id: app.id, name: app.name } as const;
  record(unit, app.workspaceId, "app.imported", { target, appId: app.id, details: writes.details });
}

/** How much has changed, and what of it is the app's own. */
function detailsOf({ app, steps, counts }: RunbookPlan, before: readonly { code: string }[]): Record<string, unknown> {
  const own = steps.find(({ kind }) => kind === "app")?.details;
  const hasOthers = steps.some(
    ({ kind, change }) => kind === "platform" && (change === "create" || change === "delete"),
  );
  const platforms = hasOthers ? { platforms: { from: before, to: app.platforms } } : {};
  return { ...counts, ...appDetails({ ...own, ...platforms }) };
}

async function readCurrent({ tx, app }: AppWrite): Promise<CurrentRunbook> {
  const sections = await listSections(tx, app);
  const checks = await listChecksOfApp(tx, app);
  const statusRows = groupBy(await listPlatformStatusesOfApp(tx, app.id), ({ checkId }) => checkId);
  const refs = checks.map(({ ref }) => ref);
  return { sections, checks: new Map(checks.map((check) => [check.id, check])), statusRows, refs };
}

function knownOf({ app, appConfig }: AppWrite, { sections, checks, statusRows }: CurrentRunbook): KnownApp {
  const marksOf = ({ id }: LiveCheck) =>
    (statusRows.get(id) ?? []).filter(({ notApplicable }) => notApplicable === 1).map(({ platform }) => platform);
  const known = [...checks.values()].map((check): KnownCheck => ({ ...check, notApplicable: marksOf(check) }));
  const { name, mode, prefix } = app;
  return { name, mode, prefix, ...appConfig, sections, checks: known.sort(comparePlaces) };
}

/** Platforms that a webhook or a connection falls back to stay, as those stay that results or issues name. */
function withDefaultsInUse(
  platforms: KnownApp["platforms"],
  defaults: ReadonlyMap<string, string>,
): KnownApp["platforms"] {
  return platforms.map((platform) => (defaults.has(platform.code) ? { ...platform, used: 1 } : platform));
}

/** Finds what pruning may remove. Sections with issues of their own stay. */
async function findPruning({ tx }: AppWrite, sections: readonly Section[], file: RunbookFile): Promise<Pruning> {
  const named = new Set(matchSections(sections, file.sections).values());
  const missing = sections.filter((section) => !named.has(section));
  const held = await Promise.all(missing.map((section) => hasIssues(tx, section)));
  return { held: new Set(missing.filter((_, i) => held[i]).map(({ id }) => id)) };
}

async function requireNames(unit: UnitOfWork, { app }: AppWrite, plan: RunbookPlan, reach: Reach): Promise<void> {
  const { name, prefix } = plan.app;
  if (name === app.name && prefix === app.prefix) return;
  requireFreeName(reach, await listAppsNamedLike(unit.tx, app.workspaceId, name, app.id));
  await choosePrefix(unit.tx, reach, { id: app.id, name, prefix });
}

export function requireRoomFor({ app, sections }: RunbookPlan): void {
  if (sections.length > MAX_SECTIONS) {
    throw new Fault("invalid_request", `An app has at most ${MAX_SECTIONS} sections.`);
  }
  const checks = sections.reduce((sum, section) => sum + section.checks.length, 0);
  requireCheckRoom(checks, app.platforms.length);
}
