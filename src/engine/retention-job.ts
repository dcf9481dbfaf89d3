// Once an hour has kept how each app stands, and forgotten what is kept for a time only: deliveries, notifications,
// sessions, answers kept for an Idempotency-Key, entries of the audit log, counts of hours long gone, and files that nothing names.
import { forgetSessions } from "../actions/access/sign-in.ts";
import { forgetFiles, KEEP_LOOSE_MS } from "../actions/issues/attach-file.ts";
import { takeSnapshot } from "../actions/status/record-trend-day.ts";
import { forget, forgetAudit, forgetOutputs, forgetReceipts } from "../actions/workspace/purge.ts";
import { forgetRates } from "../actions/workspace/share-counts.ts";
import { DELIVERY_DAYS } from "../domain/limits.ts";
import { type Clock, DAY_MS, HOUR_MS } from "../lib/clock.ts";
import type { FileStore } from "../lib/files/file-store.ts";
import { listEveryApp } from "../storage/apps/apps.ts";
import type { Reader } from "../storage/database/database.ts";
import { listLooseFiles } from "../storage/issues/orphaned-files.ts";
import { listUnseenApps } from "../storage/status/trend-days.ts";
import { listEveryWorkspace } from "../storage/workspace/workspaces.ts";
import type { Performer } from "./performer.ts";

interface SweeperOptions {
  reader: Reader;
  performer: Performer;
  files: FileStore;
  clock: Clock;
  /** Days that deliveries are kept. */
  deliveryDays: number;
  onError(error: Error): void;
  /** Is told when a sweep is done. */
  onSwept?(): Promise<void>;
}

const FILES_AT_ONCE = 200;
const FIRST_SWEEP_MS = 60_000;
/** So long before an hour is over: what is kept of a day is then all but its end. */
const BEFORE_THE_HOUR_MS = 10_000;

export function startSweeper(options: SweeperOptions): { close(): void } {
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      wait(untilNextSweep(options.clock()));
      void sweep(options).catch(options.onError);
    }, ms).unref();
  };
  wait(FIRST_SWEEP_MS);
  return { close: () => clearTimeout(timer) };
}

export function untilNextSweep(now: number): number {
  const left = HOUR_MS - BEFORE_THE_HOUR_MS - (now % HOUR_MS);
  return left > 0 ? left : left + HOUR_MS;
}

/** A little at a time, so that nobody waits for it. */
export async function sweep(options: SweeperOptions): Promise<void> {
  const { reader, performer, clock, deliveryDays } = options;
  for (const appId of await listUnseenApps(reader)) await performer.perform(takeSnapshot, { appId });
  // Where no bodies are kept (0 days), the entries of the log are kept all the same.
  const before = clock() - (deliveryDays || DELIVERY_DAYS) * DAY_MS;
  for (const app of await listEveryApp(reader)) {
    while (await performer.perform(forget, { appId: app.id, before, bodies: deliveryDays === 0 }));
  }
  await performer.perform(forgetSessions, null);
  await performer.perform(forgetReceipts, null);
  await performer.perform(forgetRates, null);
  while (await performer.perform(forgetOutputs, null));
  for (const { id: workspaceId } of await listEveryWorkspace(reader)) {
    while (await performer.perform(forgetAudit, { workspaceId }));
  }
  await sweepFiles(options);
  await options.onSwept?.();
}

/** The file first: as long as it is noted, it is tried again. */
async function sweepFiles({ reader, performer, files, clock, onError }: SweeperOptions): Promise<void> {
  const since = clock() - KEEP_LOOSE_MS;
  for (;;) {
    const loose = await listLooseFiles(reader, since, FILES_AT_ONCE);
    const gone: string[] = [];
    for (const file of loose) {
      await files.remove(file).then(() => gone.push(file), onError);
    }
    if (gone.length > 0) await performer.perform(forgetFiles, { files: gone });
    if (loose.length < FILES_AT_ONCE || gone.length === 0) return;
  }
}
