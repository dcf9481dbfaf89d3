// Part of the doctor: whether those who follow an app are told of all that has changed, and whether the trend agrees with the counts.
import { addTally, emptyTally } from "../../domain/status/summary.ts";
import type { App } from "../../storage/apps/apps.ts";
import { findLatestStructureEvent } from "../../storage/apps/events.ts";
import type { Reads } from "../../storage/database/database.ts";
import { listSections } from "../../storage/runbook/sections.ts";
import type { PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import { findNewestSnapshot } from "../../storage/status/trend-days.ts";

/** Gives what is wrong, each in a sentence. */
export async function examineRevisions(
  db: Reads,
  app: App,
  statusRows: readonly PlatformStatusRow[],
): Promise<string[]> {
  return [
    ...(await examineStructure(db, app)),
    ...statusRows.flatMap((statusRow) => examinePlatformStatus(app, statusRow)),
    ...(await examineSnapshot(db, app)),
  ];
}

async function examineStructure(db: Reads, app: App): Promise<string[]> {
  const latest = await findLatestStructureEvent(db, app);
  const { structureRevision: kept, revision } = app;
  if (kept >= latest && kept <= revision) return [];
  return [`structure revision: stored ${kept}, should be from ${latest} to ${revision}`];
}

/** Checks a status's revision. What happened before the structure last changed needs none, as clients then read everything. */
function examinePlatformStatus({ structureRevision, revision }: App, statusRow: PlatformStatusRow): string[] {
  const fact = Math.max(statusRow.fixedRevision, statusRow.resultRevision);
  const isTold = statusRow.revision >= fact || fact <= structureRevision;
  if (isTold && statusRow.revision <= revision) return [];
  const { checkId, platform, revision: kept } = statusRow;
  return [`check ${checkId} on ${platform}: revision: stored ${kept}, should be from ${fact} to ${revision}`];
}

/** A snapshot of this very revision says what the sections say. */
async function examineSnapshot(db: Reads, app: App): Promise<string[]> {
  const kept = await findNewestSnapshot(db, app);
  if (kept?.revision !== app.revision) return [];
  const total = emptyTally();
  for (const section of await listSections(db, app)) addTally(total, section);
  const fields = Object.keys(total) as (keyof typeof total)[];
  return fields
    .filter((field) => kept[field] !== total[field])
    .map((field) => `newest snapshot: ${field}: stored ${kept[field]}, should be ${total[field]}`);
}
