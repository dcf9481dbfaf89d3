// Once an hour one of the servers on a database records how each app stands, counts how much each workspace uses, recalls what waits to be forwarded and was overlooked, and purges what is kept for a time only:
// deliveries, notifications, sessions, what assistants are let in by, inboxes, mails, answers kept for an Idempotency-Key, entries of the audit log, finished erasures, attachments of
// results if that is set, counts of hours long gone, files that nothing names, and what is left of files that never came in whole.
import { endRunOutAssistant, purgeAssistants } from "../actions/access/assistant-tokens.ts";
import { purgeSessions } from "../actions/access/purge-sessions.ts";
import { recountFileBytes } from "../actions/attachments/recount-file-bytes.ts";
import { fillTermsOfWorkspaces } from "../actions/issues/fill-workspace-terms.ts";
import { recallForwards } from "../actions/outbox/forward-attempts.ts";
import { fillResultWorkspaces } from "../actions/results/fill-result-workspaces.ts";
import { purgeResultAttachments } from "../actions/results/purge-attachments.ts";
import { recordTrendDay } from "../actions/status/record-trend-day.ts";
import { claimHour } from "../actions/workspace/claim-hour.ts";
import { countUse } from "../actions/workspace/count-use.ts";
import {
  purgeAppLogs,
  purgeAudit,
  purgeErasures,
  purgeInboxes,
  purgeMails,
  purgeOutputs,
  purgeReceipts,
} from "../actions/workspace/purge.ts";
import { purgeRates } from "../actions/workspace/share-counts.ts";
import { AUDIT_DAYS, DELIVERY_DAYS, ORPHANED_FILE_MS } from "../domain/limits.ts";
import { type Clock, DAY_MS, HOUR_MS } from "../lib/clock.ts";
import type { FileStore } from "../lib/files/file-store.ts";
import { windowAt } from "../lib/time-window.ts";
import { listRunOutAssistants } from "../storage/access/assistants.ts";
import { listAppIds } from "../storage/apps/every-app.ts";
import { sumFileBytes } from "../storage/attachments/attachments.ts";
import type { Reader } from "../storage/database/database.ts";
import { listOldAttachments } from "../storage/results/result-attachments.ts";
import { listUnseenApps } from "../storage/status/trend-days.ts";
import { fileBytesScope, findCount } from "../storage/workspace/counters.ts";
import { listUncounted } from "../storage/workspace/workspace-use.ts";
import { listWorkspaceIds } from "../storage/workspace/workspaces.ts";
import type { Performer } from "./performer.ts";
import { removeOrphanedFiles } from "./remove-orphaned-files.ts";

interface RetentionOptions {
  reader: Reader;
  performer: Performer;
  files: FileStore;
  clock: Clock;
  /** Days that deliveries are kept. */
  deliveryDays: number;
  /** Days that entries of the audit log are kept. */
  auditDays?: number;
  /** Days that attachments of results are kept; 0: as long as the result. */
  resultAttachmentDays?: number;
  onError(error: Error): void;
  /** Called once an hour, whichever server did the work. */
  onDone?(): Promise<void>;
}

/** Days of the longest month. */
const MONTH_DAYS = 31;
/** Apps, workspaces, and attachments, that are looked at together. */
const AT_ONCE = 50;
const IDS_AT_ONCE = 500;
const FIRST_RUN_MS = 60_000;
/** How long before the hour is over a day's figures are stored: they then miss only its end. */
const BEFORE_THE_HOUR_MS = 10_000;

export function startRetentionJob(options: RetentionOptions): { close(): void } {
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      wait(untilNextRun(options.clock()));
      void takeTurn(options).catch(options.onError);
    }, ms).unref();
  };
  wait(FIRST_RUN_MS);
  return { close: () => clearTimeout(timer) };
}

export function untilNextRun(now: number): number {
  const left = HOUR_MS - BEFORE_THE_HOUR_MS - (now % HOUR_MS);
  return left > 0 ? left : left + HOUR_MS;
}

/** The work is done once, by whoever comes first; what each server has for itself it does itself. */
export async function takeTurn(options: RetentionOptions): Promise<void> {
  const { performer, clock, onError } = options;
  // Those that run a little before an hour is over run for the next one.
  const { start: hour } = windowAt(clock() + 2 * BEFORE_THE_HOUR_MS, HOUR_MS);
  if (await performer.perform(claimHour, { hour })) await runRetentionJob(options).catch(onError);
  await options.files.removeUnfinished(clock() - ORPHANED_FILE_MS).catch(onError);
  await options.onDone?.();
}

/** A little at a time, so that nobody waits for it. */
export async function runRetentionJob(options: RetentionOptions): Promise<void> {
  const { reader, performer, clock, deliveryDays, auditDays = AUDIT_DAYS, resultAttachmentDays = 0 } = options;
  while (await performer.perform(fillResultWorkspaces, null).catch(tell(options)));
  while (await performer.perform(fillTermsOfWorkspaces, null).catch(tell(options)));
  // Where no bodies are kept (0 days), the entries of the log are kept all the same.
  const before = clock() - (deliveryDays || DELIVERY_DAYS) * DAY_MS;
  await ofAll(options, listAppIds, async (appIds) => {
    for (const appId of await listUnseenApps(reader, appIds[0]!, appIds.at(-1)!)) {
      await performer.perform(recordTrendDay, { appId }).catch(options.onError);
    }
  });
  await ofAll(options, listAppIds, async (appIds) => {
    for (const appId of appIds) {
      const logs = { appId, before, bodies: deliveryDays === 0 };
      while (await performer.perform(purgeAppLogs, logs).catch(tell(options)));
    }
  });
  await performer.perform(recallForwards, null);
  await performer.perform(purgeSessions, null);
  for (const id of await listRunOutAssistants(reader, clock())) await performer.perform(endRunOutAssistant, { id });
  await performer.perform(purgeAssistants, null);
  await performer.perform(purgeRates, null);
  while (await performer.perform(purgeReceipts, null));
  while (await performer.perform(purgeInboxes, null));
  while (await performer.perform(purgeMails, null));
  while (await performer.perform(purgeOutputs, null));
  await countUses(options);
  await ofAll(options, listWorkspaceIds, async (ids) => {
    for (const workspaceId of ids) {
      while (await performer.perform(purgeAudit, { workspaceId, days: auditDays }).catch(tell(options)));
    }
  });
  // The month's allowance counts apps that were erased in it.
  const keptErasures = Math.max(auditDays, MONTH_DAYS) * DAY_MS;
  while (await performer.perform(purgeErasures, { before: clock() - keptErasures }));
  if (resultAttachmentDays > 0) await purgeAttachments(options, clock() - resultAttachmentDays * DAY_MS);
  await removeOrphanedFiles(options, clock() - ORPHANED_FILE_MS, options.onError);
}

/** Runs over all ids in batches. An error with some of them doesn't keep the rest from being done. */
async function ofAll(
  { reader, onError }: RetentionOptions,
  list: (db: Reader, behind: string, limit: number) => Promise<string[]>,
  look: (ids: string[]) => Promise<void>,
): Promise<void> {
  for (let ids = await list(reader, "", IDS_AT_ONCE); ids.length > 0; ) {
    await look(ids).catch(onError);
    ids = await list(reader, ids.at(-1)!, IDS_AT_ONCE);
  }
}

/** What fails for one app or workspace, or of what is filled in, waits for the next run: the rest does not wait for it. */
function tell({ onError }: RetentionOptions): (error: Error) => false {
  return (error) => {
    onError(error);
    return false;
  };
}

/** Counts the use of workspaces that no other server counted in this hour. */
async function countUses({ reader, performer, clock, onError }: RetentionOptions): Promise<void> {
  const since = clock() - HOUR_MS / 2;
  let last = "";
  for (let ids = await listUncounted(reader, since, last, AT_ONCE); ids.length > 0; ) {
    for (const workspaceId of ids) {
      await performer.perform(countUse, { workspaceId }).catch(onError);
      await recount({ reader, performer }, workspaceId).catch(onError);
    }
    last = ids.at(-1)!;
    ids = await listUncounted(reader, since, last, AT_ONCE);
  }
}

/** The bytes of a workspace's files, if they are not those that were counted as files came and went. */
async function recount({ reader, performer }: Pick<RetentionOptions, "reader" | "performer">, workspaceId: string) {
  const counted = await findCount(reader, fileBytesScope(workspaceId), 0);
  const bytes = await sumFileBytes(reader, workspaceId);
  if (bytes !== counted) await performer.perform(recountFileBytes, { workspaceId });
}

/** Deletes old attachments app by app, some at a time. */
async function purgeAttachments({ reader, performer }: RetentionOptions, before: number): Promise<void> {
  for (;;) {
    const old = await listOldAttachments(reader, before, AT_ONCE);
    const [first] = old;
    if (first === undefined) return;
    const { appId, workspaceId } = first;
    const ofApp = old.filter((other) => other.appId === appId).map(({ resultId }) => resultId);
    await performer.perform(purgeResultAttachments, { workspaceId, appId, resultIds: [...new Set(ofApp)], before });
  }
}
