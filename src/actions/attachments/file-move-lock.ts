// The lock on moving files: of all who share a database one at a time holds it, because two in opposite directions could each remove what the
// other has just copied. It is held for a minute and the next one; whoever moves takes more of them as time goes on, and one who was killed
// takes no more.
import { MINUTE_MS } from "../../lib/clock.ts";
import { claimCount, dropCountsBefore, FILE_MOVE_SCOPE, releaseCount } from "../../storage/workspace/counters.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** The starts of the minutes for which the lock is held, and how long that lasts. */
export interface FileMoveLock {
  minutes: number[];
  leftMs: number;
}

/** Takes the lock; `minutes` are those held already. Null if somebody else holds one that is needed: then nothing was taken. */
export const takeFileMoveLock = defineAction({
  name: "takeFileMoveLock",
  async run({ tx, now }: UnitOfWork, { minutes }: { minutes: number[] }): Promise<FileMoveLock | null> {
    const first = now - (now % MINUTE_MS);
    const needed = [first, first + MINUTE_MS];
    const taken: number[] = [];
    for (const minute of needed) {
      if (minutes.includes(minute)) continue;
      if (!(await claimCount(tx, FILE_MOVE_SCOPE, minute, 1))) {
        for (const one of taken) releaseCount(tx, FILE_MOVE_SCOPE, one);
        return null;
      }
      taken.push(minute);
    }
    dropCountsBefore(tx, FILE_MOVE_SCOPE, first);
    return { minutes: needed, leftMs: first + 2 * MINUTE_MS - now };
  },
});

/** Frees the lock for others at once, so that nobody waits for it to expire. */
export const releaseFileMoveLock = defineAction({
  name: "releaseFileMoveLock",
  async run({ tx }: UnitOfWork, { minutes }: { minutes: number[] }): Promise<void> {
    for (const minute of minutes) releaseCount(tx, FILE_MOVE_SCOPE, minute);
  },
});
