// Holds the lock on moving files for as long as that takes, and notices if it is lost.
import { releaseFileMoveLock, takeFileMoveLock } from "../actions/attachments/file-move-lock.ts";
import type { Performer } from "../engine/performer.ts";
import { milliseconds } from "../lib/clock.ts";
import { UsageError } from "./command.ts";

const AGAIN_EVERY_MS = 15_000;
/** What is done after a look at the lock takes less than this. */
const SPARE_MS = 5_000;

export interface HeldFileMoveLock {
  /** Throws a sentence if somebody else may hold the lock by now: then nothing may be removed. */
  require(): void;
  release(): Promise<void>;
}

/** Throws a sentence if somebody else holds it. */
export async function holdFileMoveLock(performer: Performer): Promise<HeldFileMoveLock> {
  let minutes: number[] = [];
  let endsAt = 0;
  const take = async () => {
    const askedAt = milliseconds();
    const lock = await performer.perform(takeFileMoveLock, { minutes });
    if (lock !== null) [minutes, endsAt] = [lock.minutes, askedAt + lock.leftMs];
    return lock !== null;
  };
  if (!(await take())) {
    throw new UsageError(
      "Files are being moved already, here or on another machine: wait until that is done, or, if it was killed, for two minutes.",
    );
  }
  // A database that is away for a moment has the rest of that time to come back.
  const timer = setInterval(() => void take().catch(() => {}), AGAIN_EVERY_MS).unref();
  return {
    require() {
      if (milliseconds() + SPARE_MS < endsAt) return;
      throw new Error(
        "The database could not be told for a minute that files are being moved, so somebody else may move them: run it again.",
      );
    },
    async release() {
      clearInterval(timer);
      await performer.perform(releaseFileMoveLock, { minutes }).catch(() => {});
    },
  };
}
