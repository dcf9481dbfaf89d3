// From time to time has forgotten what is kept for a time only: deliveries, notifications, sessions, entries of the audit
// log, counts of hours long gone.
import { type Clock, DAY_MS } from "../lib/clock.ts";
import { listEveryApp } from "../storage/apps.ts";
import type { Reader } from "../storage/database.ts";
import { listEveryWorkspace } from "../storage/workspaces.ts";
import type { Performer } from "./perform.ts";

interface SweeperOptions {
  reader: Reader;
  performer: Performer;
  clock: Clock;
  /** Days that deliveries are kept. */
  deliveryDays: number;
  onError(error: Error): void;
}

const SWEEP_EVERY_MS = 3_600_000;
const FIRST_SWEEP_MS = 60_000;
/** Without bodies the entries of the log are kept all the same. */
const DAYS_WITHOUT_BODIES = 30;

export function startSweeper(options: SweeperOptions): { close(): void } {
  const sweepAndReport = () => void sweep(options).catch(options.onError);
  const first = setTimeout(sweepAndReport, FIRST_SWEEP_MS).unref();
  const timer = setInterval(sweepAndReport, SWEEP_EVERY_MS).unref();
  return {
    close: () => {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

/** A little at a time, so that nobody waits for it. */
export async function sweep({ reader, performer, clock, deliveryDays }: SweeperOptions): Promise<void> {
  const before = clock() - (deliveryDays || DAYS_WITHOUT_BODIES) * DAY_MS;
  for (const app of await listEveryApp(reader)) {
    while (await performer.perform("forget", { appId: app.id, before, bodies: deliveryDays === 0 }));
  }
  await performer.perform("forgetSessions", null);
  for (const { id: workspaceId } of await listEveryWorkspace(reader)) {
    while (await performer.perform("forgetAudit", { workspaceId }));
  }
}
