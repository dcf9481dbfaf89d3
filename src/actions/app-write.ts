// One write to an app, in one unit of work: it takes the app's next revision, collects what the unit changes of the
// app's own counters, and writes them once at the end.
import type { Reach } from "../domain/access/grant.ts";
import type { AppConfig } from "../domain/apps/app-config.ts";
import { addTally, emptyTally, type Tally } from "../domain/status/summary.ts";
import { newId } from "../lib/ids.ts";
import { getAppConfig, markPlatformUsed } from "../storage/apps/app-config.ts";
import { type App, lockAnyApp, lockApp, updateApp } from "../storage/apps/apps.ts";
import { appendEvent, type NewEvent } from "../storage/apps/events.ts";
import { markGateDue } from "../storage/connections/gate-watches.ts";
import type { Tx } from "../storage/database/database.ts";
import { updateSectionTally } from "../storage/runbook/sections.ts";
import type { ActionSettings, UnitOfWork } from "./unit-of-work.ts";

export interface AppWrite {
  readonly tx: Tx;
  readonly settings: ActionSettings;
  /** This server's clock. The app may have been written by a server whose clock is ahead. */
  readonly now: number;
  /** The app as it will be: with the revision and the time of this unit, which is never before that of another. */
  readonly app: App;
  appConfig: AppConfig;
  events: number;
  ids: number;
  /** Checks that this unit added, less those it archived. */
  added: number;
  readonly tallies: Map<string, { checks: number; tally: Tally }>;
}

/** Takes the app for this unit; other writers of the same app wait. Throws `not_found`. */
export async function openAppWrite(unit: UnitOfWork, reach: Reach, name: string): Promise<AppWrite> {
  return appWriteOf(unit, await lockApp(unit.tx, reach, name));
}

/** Opens a write of an app, archived or not. Throws `not_found`. */
export async function openAnyAppWrite(unit: UnitOfWork, reach: Reach, name: string): Promise<AppWrite> {
  return appWriteOf(unit, await lockAnyApp(unit.tx, reach, name));
}

async function appWriteOf(unit: UnitOfWork, app: App): Promise<AppWrite> {
  return {
    tx: unit.tx,
    settings: unit.settings,
    now: unit.now,
    app: { ...app, revision: app.revision + 1, updatedAt: Math.max(unit.now, app.updatedAt) },
    appConfig: await getAppConfig(unit.tx, app),
    events: 0,
    ids: 0,
    added: 0,
    tallies: new Map(),
  };
}

/** How many ids one unit may give before their order runs into the next revision's. */
const IDS_PER_UNIT = 32_768;

/** Ids of an app sort by the time and, within a millisecond, by the revision, whichever server gave them. */
export function nextId(write: AppWrite, prefix: string): string {
  return newId(prefix, write.app.updatedAt, write.app.revision * IDS_PER_UNIT + write.ids++);
}

export function append(write: AppWrite, event: NewEvent): void {
  appendEvent(write.tx, write.app, write.events++, event);
}

/** Counts checks and platform-checks that a section gains or loses. */
export function tally(write: AppWrite, sectionId: string, checks: number, change: Tally): void {
  let sum = write.tallies.get(sectionId);
  if (sum === undefined) {
    sum = { checks: 0, tally: emptyTally() };
    write.tallies.set(sectionId, sum);
  }
  sum.checks += checks;
  addTally(sum.tally, change);
}

/**
 * Notes that what the app is made of changed: whatever is kept by the config revision must be read anew, and whoever
 * follows the runbook must read it whole.
 */
export function markStructureChanged({ app }: AppWrite): void {
  app.configRevision = app.revision;
  app.structureRevision = app.revision;
}

/** Notes that something names these platforms, so that they can't be dropped any more. */
export function usePlatforms(write: AppWrite, codes: readonly string[]): void {
  const fresh = write.appConfig.platforms.filter((platform) => platform.used === 0 && codes.includes(platform.code));
  for (const platform of fresh) markPlatformUsed(write.tx, write.app, platform.code);
  // Only the configuration is read again: the mark shows nowhere in the runbook.
  if (fresh.length > 0) write.app.configRevision = write.app.revision;
}

/** Writes what was collected. A unit that changed nothing doesn't call this, and leaves the revision as it was. */
export function closeAppWrite(write: AppWrite): void {
  for (const [sectionId, { checks, tally: change }] of write.tallies) {
    updateSectionTally(write.tx, sectionId, checks, change);
    write.app.checks += checks;
  }
  updateApp(write.tx, write.app);
  if (write.app.forwards > 0) markGateDue(write.tx, write.app.id, write.app.updatedAt);
}
