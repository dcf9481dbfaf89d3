// From time to time has forgotten what is kept for a time only: deliveries, notifications, sessions, counts of hours long
// gone, and files that nothing names.
import { type Clock, DAY_MS } from "../lib/clock.ts";
import type { FileStore } from "../lib/file-store.ts";
import { listEveryApp } from "../storage/apps.ts";
import type { Reader } from "../storage/database.ts";
import { listLooseFiles } from "../storage/loose-files.ts";
import { KEEP_LOOSE_MS } from "./attach-file.ts";
import type { Performer } from "./perform.ts";

interface SweeperOptions {
  reader: Reader;
  performer: Performer;
  files: FileStore;
  clock: Clock;
  /** Days that deliveries are kept. */
  deliveryDays: number;
  onError(error: Error): void;
}

const SWEEP_EVERY_MS = 3_600_000;
const FILES_AT_ONCE = 200;
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
export async function sweep(options: SweeperOptions): Promise<void> {
  const { reader, performer, clock, deliveryDays } = options;
  const before = clock() - (deliveryDays || DAYS_WITHOUT_BODIES) * DAY_MS;
  for (const app of await listEveryApp(reader)) {
    while (await performer.perform("forget", { appId: app.id, before, bodies: deliveryDays === 0 }));
  }
  await performer.perform("forgetSessions", null);
  await sweepFiles(options);
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
    if (gone.length > 0) await performer.perform("forgetFiles", { files: gone });
    if (loose.length < FILES_AT_ONCE || gone.length === 0) return;
  }
}
