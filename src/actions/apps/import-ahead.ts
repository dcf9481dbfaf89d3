// An import that was planned before its transaction: reading an app of 10,000 checks and planning takes longer than writing what changes,
// and needs nobody to wait. What the plan was made for is compared once the app is held.
import type { Actor } from "../../domain/access/actor.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import type { App } from "../../storage/apps/apps.ts";
import type { LiveCheck } from "../../storage/runbook/checks.ts";
import { hasIssues, listSections, type Section } from "../../storage/runbook/sections.ts";
import {
  listMarksOfApp,
  listPlatformStatusesOfChecks,
  type PlatformStatusPlace,
} from "../../storage/status/platform-statuses.ts";
import { type AppWrite, openAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { CurrentRunbook } from "./apply-import.ts";
import { listDefaultPlatforms } from "./default-platforms.ts";
import {
  findMeant,
  hasNames,
  type Imported,
  type ImportRunbook,
  importRunbook,
  type PlannedWrites,
  plannedWrites,
  planUpdate,
  requireRoomFor,
  writeImport,
} from "./import-runbook.ts";

/** The plan, and the app as it was read for it. */
export interface PlannedAhead {
  app: string;
  revision: number;
  configRevision: number;
  /** The app's name, mode and prefix. */
  called: string;
  /** A digest of what is marked as not applicable. Like its name, the revision of the configuration does not tell that. */
  marks: string;
  /** What to write, as JSON: passing thousands of objects would keep the sending thread busy. */
  writes: Uint8Array;
}

interface AheadWrites {
  writes: PlannedWrites;
  /** The checks that are moved, marked or archived, as they are. */
  checks: LiveCheck[];
  /** Refs of all checks; needed only where new ones are given refs. */
  refs: string[];
}

/**
 * Plans an import, with what to write if there is something. Null for a new app or name, which needs the workspace's
 * lock. `unit` only reads. Throws what an import throws.
 */
export async function planImportAhead(
  unit: UnitOfWork,
  input: ImportRunbook,
): Promise<{ imported: Imported; ahead: PlannedAhead | null } | null> {
  if (input.dryRun) return { imported: await importRunbook.run(unit, input), ahead: null };
  const seen = await findMeant(unit, input);
  if (seen === undefined || !hasNames(seen, input.file)) return null;
  const write = await openAppWrite(unit, input.actor.reach, seen.id);
  const { plan, current } = await planUpdate(write, input);
  requireRoomFor(plan);
  const { steps, counts } = plan;
  const { id, name } = write.app;
  const imported = { app: { id, name }, created: false, steps, counts };
  return { imported, ahead: steps.length === 0 ? null : aheadOf(write, plannedWrites(write, plan), current) };
}

function aheadOf({ app }: AppWrite, writes: PlannedWrites, { checks, statusRows, refs }: CurrentRunbook): PlannedAhead {
  const { sections, archived } = writes.plan;
  const planned = sections.flatMap((section) => section.checks);
  const ids = [...archived, ...planned.flatMap(({ known }) => known ?? [])].map(({ id }) => id);
  const givesRefs = planned.some(({ known, ref }) => known === null && ref === null);
  const packed: AheadWrites = {
    writes,
    checks: ids.map((id) => checks.get(id)!),
    refs: givesRefs ? [...refs] : [],
  };
  const marked = [...statusRows.values()].flat().filter(({ notApplicable }) => notApplicable === 1);
  return {
    app: app.id,
    // The revision that was read: the write that is open has already taken the next one.
    revision: app.revision - 1,
    configRevision: app.configRevision,
    called: callingOf(app),
    marks: digestOfMarks(marked),
    writes: new TextEncoder().encode(JSON.stringify(packed)),
  };
}

function callingOf({ name, mode, prefix }: App): string {
  return JSON.stringify([name, mode, prefix]);
}

function digestOfMarks(marks: readonly PlatformStatusPlace[]): string {
  const places = marks.map(({ checkId, platform }) => `${checkId} ${platform}`);
  return sha256(places.sort().join("\n"));
}

export type ApplyImport = PlannedAhead & { actor: Actor };

/** Applies an import that was planned before. False, with nothing written, when the app has changed since. Throws `not_found`. */
export const applyImport = defineAction({
  name: "applyImport",
  queue: "app",
  alone: true,
  wakes: ["notifications", "forwards"],
  duration: () => "long",
  async run(unit: UnitOfWork, input: ApplyImport): Promise<boolean> {
    const write = await openAppWrite(unit, input.actor.reach, input.app);
    const { tx, app } = write;
    if (!(await isAsRead(write, input))) return false;
    const { writes, checks, refs } = JSON.parse(new TextDecoder().decode(input.writes)) as AheadWrites;
    const sections = await listSections(tx, app);
    if (!(await isStillPossible(write, writes, sections))) return false;
    const ids = checks.map(({ id }) => id);
    const statusRows = groupBy(await listPlatformStatusesOfChecks(tx, ids), ({ checkId }) => checkId);
    const current = { sections, checks: new Map(checks.map((check) => [check.id, check])), statusRows, refs };
    await writeImport(unit, write, writes, current, input.actor);
    return true;
  },
});

async function isAsRead({ tx, app }: AppWrite, read: PlannedAhead): Promise<boolean> {
  if (app.revision - 1 === read.revision) return true;
  if (app.configRevision !== read.configRevision || callingOf(app) !== read.called) return false;
  return digestOfMarks(await listMarksOfApp(tx, app.id)) === read.marks;
}

/** Sections that issues were raised in, and platforms that a webhook or a connection names by now, stay. */
async function isStillPossible(
  write: AppWrite,
  { plan }: PlannedWrites,
  sections: readonly Section[],
): Promise<boolean> {
  const deleted = new Set(plan.deleted.map(({ id }) => id));
  for (const section of sections) if (deleted.has(section.id) && (await hasIssues(write.tx, section))) return false;
  const kept = new Set(plan.app.platforms.map(({ code }) => code));
  const dropped = write.appConfig.platforms.filter(({ code }) => !kept.has(code));
  if (dropped.length === 0) return true;
  const defaults = await listDefaultPlatforms(write);
  return !dropped.some(({ code }) => defaults.has(code));
}
