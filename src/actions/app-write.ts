// The ledger of one app during one unit: it takes the app's next revision, collects what the unit changes of the
// app's own counters, and writes them once at the end.
import type { Reach } from "../domain/access/grant.ts";
import type { AppConfig } from "../domain/apps/app-config.ts";
import { addTally, emptyTally, type Tally } from "../domain/status/summary.ts";
import { newId } from "../lib/ids.ts";
import { getShape, markPlatformUsed } from "../storage/apps/app-config.ts";
import { type App, lockAnyApp, lockApp, updateApp } from "../storage/apps/apps.ts";
import { appendEvent, type NewEvent } from "../storage/apps/events.ts";
import type { Tx } from "../storage/database/database.ts";
import { updateSectionTally } from "../storage/runbook/sections.ts";
import type { Settings, Unit } from "./unit-of-work.ts";

export interface Ledger {
  readonly tx: Tx;
  readonly settings: Settings;
  /** The app as it will be: with the revision and the time of this unit. */
  readonly app: App;
  shape: AppConfig;
  events: number;
  ids: number;
  /** Checks that this unit added, less those it archived. */
  added: number;
  readonly tallies: Map<string, { checks: number; tally: Tally }>;
}

/** Takes the app for this unit; other writers of the same app wait. Throws `not_found`. */
export async function openLedger(unit: Unit, reach: Reach, name: string): Promise<Ledger> {
  return ledgerOf(unit, await lockApp(unit.tx, reach, name));
}

/** The same, also when the app is archived. Throws `not_found`. */
export async function openAnyLedger(unit: Unit, reach: Reach, name: string): Promise<Ledger> {
  return ledgerOf(unit, await lockAnyApp(unit.tx, reach, name));
}

async function ledgerOf(unit: Unit, app: App): Promise<Ledger> {
  return {
    tx: unit.tx,
    settings: unit.settings,
    app: { ...app, revision: app.revision + 1, updatedAt: Math.max(unit.now, app.updatedAt) },
    shape: await getShape(unit.tx, app),
    events: 0,
    ids: 0,
    added: 0,
    tallies: new Map(),
  };
}

/** How many ids one unit may give before their order runs into the next revision's. */
const IDS_PER_UNIT = 32_768;

/** Ids of an app sort by the time and, within a millisecond, by the revision, whichever server gave them. */
export function nextId(ledger: Ledger, prefix: string): string {
  return newId(prefix, ledger.app.updatedAt, ledger.app.revision * IDS_PER_UNIT + ledger.ids++);
}

export function append(ledger: Ledger, event: NewEvent): void {
  appendEvent(ledger.tx, ledger.app, ledger.events++, event);
}

/** Counts checks and platform-checks that a section gains or loses. */
export function tally(ledger: Ledger, sectionId: string, checks: number, change: Tally): void {
  let sum = ledger.tallies.get(sectionId);
  if (sum === undefined) {
    sum = { checks: 0, tally: emptyTally() };
    ledger.tallies.set(sectionId, sum);
  }
  sum.checks += checks;
  addTally(sum.tally, change);
}

/**
 * Notes that what the app is made of changed: whatever is kept by the shape revision must be read anew, and whoever
 * follows the runbook must read it whole.
 */
export function changeMakeUp({ app }: Ledger): void {
  app.shapeRevision = app.revision;
  app.structureRevision = app.revision;
}

/** Notes that something names these platforms, so that they can't be dropped any more. */
export function usePlatforms(ledger: Ledger, codes: readonly string[]): void {
  const fresh = ledger.shape.platforms.filter((platform) => platform.used === 0 && codes.includes(platform.code));
  for (const platform of fresh) markPlatformUsed(ledger.tx, ledger.app, platform.code);
  // The mark shows nowhere in the runbook.
  if (fresh.length > 0) ledger.app.shapeRevision = ledger.app.revision;
}

/** Writes what was collected. A unit that changed nothing doesn't call this, and leaves the revision as it was. */
export function closeLedger(ledger: Ledger): void {
  for (const [sectionId, { checks, tally: change }] of ledger.tallies) {
    updateSectionTally(ledger.tx, sectionId, checks, change);
    ledger.app.checks += checks;
  }
  updateApp(ledger.tx, ledger.app);
}
